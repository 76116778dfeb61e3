"""Administration: what an operator can see and do while the server runs, over a Unix socket that only they can open.

Nothing in it is reached from the network. The command line's side is `admin_client.py`; requests and their answers are
those of `admin_requests.py`, and may change with every version, since both sides are of one.
"""
