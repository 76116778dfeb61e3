"""Shape of the nets of Keltis and New Paths: as wide as 20 µs a decision and 250,000 bytes a file allow."""

SHAPES = {
    "keltis": {"width": 192, "context": 128, "narrow": 64},
    "keltis-new-paths": {"width": 112, "context": 96, "narrow": 64},
}
