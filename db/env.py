"""The Alembic environment: runs on the connection that `warband_tui.store.migrate` hands over.

There is no alembic.ini: the configuration is built in code, so that it works from an installed wheel.
The caller owns the transaction, and on SQLite it covers the changes of the schema too.
"""

from __future__ import annotations

from alembic import context

from warband_tui.store.tables import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
