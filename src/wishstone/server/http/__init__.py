"""HTTP and WebSocket: routes, request models, access control, and what guards a connection.

A route may be added or changed here without a look at any other room; `docs/protocol.md` says what is sent.
"""
