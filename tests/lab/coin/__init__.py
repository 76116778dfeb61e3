"""Test game with known odds: each of two seats names a number, and a coin so weighted decides who wins."""
