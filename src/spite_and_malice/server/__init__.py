"""The table server: HTTP, live tables, storage and the pages (DESIGN.md section 6)."""
