"""Output of the commands that do not play: tables, progress bars and stories on standard output."""
