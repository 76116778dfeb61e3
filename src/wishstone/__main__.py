"""`python -m wishstone` is `wishstone`."""

from wishstone.cli import main

main()
