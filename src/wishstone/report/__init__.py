"""What is a game like? Reports for designers: many games played, what came of them in words, pictures and tables."""
