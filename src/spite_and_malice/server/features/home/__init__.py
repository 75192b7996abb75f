"""The first page, the pages that belong to no other subject, and the app that they make."""
