"""The lab on a GPU: the rule functions themselves, one thread for each game.

Nothing here is imported before it is asked for, and it needs nothing but NumPy, Numba and numba-cuda:
`python -m wishstone.lab.gpu`.
"""
