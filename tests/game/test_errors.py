"""Errors of the user's: the tree that the module's docstring draws is the tree of its classes."""

from collections.abc import Iterator

from wishstone.game import errors
from wishstone.game.errors import WishstoneError


def drawn(error: type[WishstoneError], prefix: str = "") -> Iterator[str]:
    """The lines of a tree for the classes of the module that are made from this one, without what they mean."""
    below = [each for each in error.__subclasses__() if each.__module__ == errors.__name__]
    for each in below:
        is_last = each is below[-1]
        yield f"{prefix}{'└── ' if is_last else '├── '}{each.__name__}"
        yield from drawn(each, prefix + ("    " if is_last else "│   "))


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    root, *tree = (errors.__doc__ or "").rstrip().partition("\n\n")[2].splitlines()
    assert root == WishstoneError.__name__
    assert [line[: line.index("── ") + 3] + line.partition("── ")[2].split()[0] for line in tree] == [
        *drawn(WishstoneError)
    ]
    assert all(len(line.partition("── ")[2].split()) > 2 for line in tree)  # each says what it means
