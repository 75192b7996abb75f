"""How strong somebody is, or how hard a puzzle: ratings with their doubt, by the library openskill."""
