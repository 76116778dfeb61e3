"""Configuration: the settings an operator can choose, their validation, and what is said where they are wrong.

A setting can be added here alone, with its default and its bounds; whoever reads it names it.
"""
