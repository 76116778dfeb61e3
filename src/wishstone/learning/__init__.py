"""What a newcomer reads and is shown: the rules in our words, and a guided first game of each; as data."""
