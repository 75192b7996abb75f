"""What is stored about people and between them."""
