"""The lessons: prepared positions in which a newcomer plays the moves one by one."""
