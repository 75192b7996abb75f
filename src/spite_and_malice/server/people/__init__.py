"""What people may call themselves, and the heads that they may choose."""
