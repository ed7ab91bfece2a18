"""Run by Alembic, with the connection that `migrate` passes to it."""

from alembic import context

from caserne.server.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
