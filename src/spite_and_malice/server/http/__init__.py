"""What every request goes through: who asks, in which language, how often, and what is answered when it fails."""
