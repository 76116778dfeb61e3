"""The table server: where people meet, on one machine or several.

Its rooms, each of which may import those before it: `store`, `table`, `config`, `workers`, `live`, `http`, `ops`.
"""
