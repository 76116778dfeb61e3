"""The table: its entries, its state, what may be done at it, and what each viewer is told. No clock, network or disk.

What a command is allowed to do may change in `decisions.py` and what is shown in `views.py` without a look at any other
room; entries and commands are stored and sent, so their tags and fields stay.
"""
