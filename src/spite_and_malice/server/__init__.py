"""The table server: HTTP, live tables, storage and the pages."""
