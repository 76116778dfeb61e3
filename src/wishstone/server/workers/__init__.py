"""Worker processes: bots, hints, analyses and compilation, computed beside the server so that no table waits.

How processes are started, replaced and shared out may change here without a look at any other room.
"""
