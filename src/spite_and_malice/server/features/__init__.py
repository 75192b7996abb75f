"""What a server offers beside its tables: one folder or module a subject, with its routes and pages."""
