"""Shape of the nets of the card game: as wide as 20 µs a decision and 250,000 bytes a file allow."""

SHAPES = {
    "keltis-card": {"width": 224, "context": 128, "narrow": 64},
}
