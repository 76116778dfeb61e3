"""Operations: how a server is started, on the network or for one player, its log and its garbage collection.

Nothing imports this room but the command line, so everything in it may be changed alone.
"""
