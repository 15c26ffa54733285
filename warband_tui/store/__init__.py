"""The library of campaigns in SQLite: tables, sessions, the journal, migrations."""
