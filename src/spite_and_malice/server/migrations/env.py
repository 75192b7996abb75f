"""The script that Alembic runs: the migrations, on the connection that `upgrade` opened."""

from alembic import context

from spite_and_malice.server.store.database.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
