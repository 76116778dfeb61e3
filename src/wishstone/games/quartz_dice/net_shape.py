"""Shape of the nets of Quartz: as wide as 20 µs a decision and 250,000 bytes a file allow."""

SHAPES = {
    "quartz-dice": {"width": 128, "context": 64, "narrow": 64},
}
