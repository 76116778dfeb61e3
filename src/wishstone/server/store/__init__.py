"""The store: how tables, players and ratings are kept in SQLite or PostgreSQL.

`interface.py` is what the rest of the server sees. SQL, locking, batching and migrations may change here without a look
at any other room, as long as both databases keep to it; a released migration is never changed.
"""
