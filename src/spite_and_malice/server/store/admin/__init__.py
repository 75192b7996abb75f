"""What operators, and people about themselves, can have done to what is stored; each a function of a connection."""
