"""What finished games come to: statistics, records to beat, lists of games."""
