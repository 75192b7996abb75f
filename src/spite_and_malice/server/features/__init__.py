"""The server's features beside its tables: one folder or module per subject, with its routes and pages."""
