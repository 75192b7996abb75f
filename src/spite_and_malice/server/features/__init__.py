"""The server's features besides its tables: one folder or module per subject, with its routes and pages."""
