"""Changes of the schema, one revision each; a new file starts with the newest (`store.database.schema`)."""
