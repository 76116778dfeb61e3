"""What several games share, and only that."""
