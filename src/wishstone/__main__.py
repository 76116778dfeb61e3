"""Entry point of `python -m wishstone`: the same program as `wishstone`."""

from wishstone.cli import main

main()
