"""Import layers: `game ← games ← bots ← lab ← train`, the clients on top; a game knows `wishstone.api` and itself."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "wishstone"
SOURCE = Path(__file__).parents[1] / "src" / PACKAGE

CORE = ("game", "games", "bots", "lab", "train")
CLIENTS = ("env", "report", "server", "terminal")
ROOT = "the root"  # the modules beside the layers, such as words.py: everybody may import them, and they import nobody

LAYERS: dict[str, frozenset[str]] = {
    ROOT: frozenset({ROOT}),
    **{layer: frozenset({ROOT, *CORE[: place + 1]}) for place, layer in enumerate(CORE)},
    "api": frozenset({"game", "games", "api"}),  # of `games` only what they share
    "games": frozenset({"game", "games", "api"}),
    "learning": frozenset({ROOT, "game", "games", "learning"}),
    "train": frozenset({ROOT, *CORE, "env"}),  # the layouts of the environments say what it learns from
    **{layer: frozenset({ROOT, *CORE, "learning", layer}) for layer in CLIENTS},
    "env": frozenset({ROOT, *CORE, "learning", "env"} - {"train"}),
    "server": frozenset({ROOT, *CORE, "learning", "server", "web"}),  # it hands out the page's files
    "report": frozenset({ROOT, *CORE, "report", "web"}),  # its pages have the table's colours
    "game_check": frozenset({ROOT, *CORE, *CLIENTS, "learning", "web", "game_check"}),  # it uses the whole product
    "web": frozenset(),
    # the template of a new game imports the API
    "cli": frozenset({ROOT, *CORE, *CLIENTS, "game_check", "web", "api", "cli"}),
    "__main__": frozenset({"cli"}),
}
"""Whom each layer may import, itself included."""

SHARED = "shared"
"""The folder among the games that is none: what several of them use, and reach through `wishstone.api`."""
PICTURE = "terminal"
"""What draws a game in the terminal: `terminal.py` in its folder, or a folder of this name."""

ROOMS = ("store", "table", "config", "workers", "live", "http", "admin", "ops")
"""The folders of the server: each may import itself and those before it."""

PACKAGES: dict[str, frozenset[str]] = {
    ROOT: frozenset(),
    **{layer: frozenset({"numpy", "numba"}) for layer in ("game", "games", "api", "bots", "lab")},
}
"""The packages of others that a layer may import; one that is not named here may import any."""

LATER: dict[tuple[str, str], frozenset[str]] = {
    ("lab", "bench"): frozenset({"pyspiel"}),  # measure our speed beside OpenSpiel's
    ("lab", "peers"): frozenset({"pyspiel"}),
    ("lab", "cluster"): frozenset({"dask", "distributed"}),
    ("lab", "gpu"): frozenset({"torch"}),
}
"""The packages that a module may import besides, but only inside a function: they need not be installed."""


class Import(NamedTuple):
    """One import of one module, wherever in a file it stands."""

    line: int
    module: str
    lazy: bool
    """Inside a function, or only for the type checker: not done when the file itself is imported."""


def violations(source: Path) -> list[str]:
    """Every import under a package's folder that points the wrong way, as a sentence with its file and line."""
    return [
        f"{file.relative_to(source.parent).as_posix()}:{found.line} imports {found.module}, {objection}"
        for file in sorted(source.rglob("*.py"))
        for found in imports_of(file, source)
        if (objection := objection_to(found, file.relative_to(source).with_suffix("").parts))
    ]


def objection_to(found: Import, importer: tuple[str, ...]) -> str | None:
    """What speaks against this import in this module, given as its path below the package; None if nothing does."""
    layer = layer_of(importer)
    if layer not in LAYERS:
        return f"but {layer} is not a layer: name it in tests/test_imports.py"
    top, *below = found.module.split(".")
    if top != PACKAGE:
        return objection_to_package(found, top, importer)
    imported = tuple(below)
    target = layer_of(imported)
    if importer == ("__init__",) and target in ("game", "games"):
        return None if found.lazy else "which it may do only inside a function"
    if layer == "games" and importer[2:3] == (PICTURE,):
        return objection_to_picture(found, importer[1], imported)
    if target not in LAYERS[layer]:
        return f"which layer {layer} may not"
    if layer == "games" and len(importer) > 2 and not may_game_import(importer[1], imported):
        return f"but {importer[1]} may import only {'game' if importer[1] == SHARED else 'wishstone.api'} and itself"
    if layer == "api" and target == "games" and imported[1:2] != (SHARED,):
        return "which is no part of what games share"
    if layer == target == "server" and len(importer) > 2 and importer[1] in ROOMS and imported[1:2] != importer[1:2]:
        earlier = ROOMS[: ROOMS.index(importer[1])]
        if imported[1:2] == () or imported[1] not in earlier:
            return f"which comes after {importer[1]} among the server's rooms"
    return None


def objection_to_picture(found: Import, folder: str, imported: tuple[str, ...]) -> str | None:
    """What speaks against this import in a game's terminal picture: the kit is handed to it, and only typed by ours."""
    if imported == ("terminal", "kit"):
        return None if found.lazy else "which it may do only for types: the kit is handed to it"
    return None if imported[:2] == ("games", folder) else "but a picture imports nothing of ours"


def may_game_import(folder: str, imported: tuple[str, ...]) -> bool:
    """Whether a game's folder, or the one of what they share, may import this module of ours."""
    own = imported[:2] == ("games", folder)
    return own or (imported[:1] == ("game",) if folder == SHARED else imported == ("api",))


def objection_to_package(found: Import, top: str, importer: tuple[str, ...]) -> str | None:
    """What speaks against the import of a package that is not ours."""
    layer = layer_of(importer)
    if top in sys.stdlib_module_names or layer not in PACKAGES or top in PACKAGES[layer]:
        return None
    if top in LATER.get((importer[0], importer[1] if len(importer) > 1 else ""), ()):
        return None if found.lazy else "which it may do only inside a function"
    return f"a package that layer {layer} may not"


def layer_of(module: tuple[str, ...]) -> str:
    """The layer of a module, given as its path below the package."""
    if not module or (len(module) == 1 and module[0] not in LAYERS):
        return ROOT
    return module[0]


def imports_of(file: Path, source: Path) -> Iterator[Import]:
    """Every import in a file, by the full name of the module that it reaches for."""
    package = (PACKAGE, *file.parent.relative_to(source).parts)
    pending: list[tuple[ast.AST, bool]] = [(ast.parse(file.read_text(encoding="utf-8"), file), False)]
    while pending:
        node, lazy = pending.pop(0)
        for module in modules_named(node, package, source):
            yield Import(getattr(node, "lineno", 0), module, lazy)
        lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or is_for_types(node)
        pending += [(child, lazy) for child in ast.iter_child_nodes(node)]


def modules_named(node: ast.AST, package: tuple[str, ...], source: Path) -> Iterator[str]:
    """The modules that a statement imports; `import_module("…")` counts as one, where the name is written out."""
    match node:
        case ast.Import(names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module, names, level):
            parts = [*package[: len(package) + 1 - level]] if level else []
            origin = ".".join(parts + ([module] if module else []))
            for alias in names:
                below = source.parent.joinpath(*origin.split("."), alias.name)
                is_module = below.is_dir() or below.with_suffix(".py").is_file()
                yield f"{origin}.{alias.name}" if is_module else origin
        case ast.Call(
            func=ast.Name("import_module") | ast.Attribute(attr="import_module"), args=[ast.Constant(str(module)), *_]
        ):
            yield module


def is_for_types(node: ast.AST) -> bool:
    """Whether this is an `if TYPE_CHECKING:`."""
    match node:
        case ast.If(ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def test_imports_go_one_way() -> None:
    found = violations(SOURCE)
    assert not found, "\n".join(["imports that point the wrong way:", *found])


def test_the_table_for_contributors_is_the_same() -> None:
    text = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*`) \| *(.*?) *\|$", text.partition("## Who may import whom")[2], re.MULTILINE)
    told = {layer: set(re.findall(r"`(\w+)`", may)) for names, may in rows for layer in re.findall(r"`(\w+)`", names)}
    assert told == {layer: set(may) - {layer, ROOT} for layer, may in LAYERS.items() if layer != ROOT}


# Each file of a small tree, and what is to be said of it; nothing, where nothing is wrong.
TREE = {
    "__init__.py": ("def play():\n    from wishstone.games import keltis\n", None),
    "__main__.py": ("from . import cli\n", None),
    "cli/__init__.py": ("from wishstone import bots, server, words\nimport typer\n", None),
    "words.py": (
        "from .game import contract\n",
        "words.py:1 imports wishstone.game.contract, which layer the root may not",
    ),
    "game/contract.py": ("import numpy as np\nfrom wishstone import words\n", None),
    "game/eager.py": (
        "import os\nimport rich.table\n",
        "eager.py:2 imports rich.table, a package that layer game may not",
    ),
    "game/typed.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from wishstone.bots import greedy\n",
        "typed.py:3 imports wishstone.bots.greedy, which layer game may not",
    ),
    "game/hidden.py": (
        "def later():\n    from ..games.keltis import rules\n",
        "hidden.py:2 imports wishstone.games.keltis.rules, which layer game may not",
    ),
    "game/named.py": (
        'import importlib\nimportlib.import_module("wishstone.lab")\n',
        "named.py:2 imports wishstone.lab, which layer game may not",
    ),
    "games/__init__.py": ("from wishstone.games import keltis\n", None),
    "api/__init__.py": ("def later():\n    import wishstone.api.toolbox\n", None),
    "api/toolbox.py": (
        "from wishstone.game import contract\nfrom wishstone.games.shared import rows\n"
        "from wishstone.games.keltis import rules\n",
        "toolbox.py:3 imports wishstone.games.keltis.rules, which is no part of what games share",
    ),
    "games/keltis/rules.py": ("import numba.core\nfrom wishstone.api import CHANCE\nfrom . import table\n", None),
    "games/keltis/luck.py": (
        "from wishstone.game import contract\n",
        "luck.py:1 imports wishstone.game.contract, but keltis may import only wishstone.api and itself",
    ),
    "games/keltis/greedy.py": (
        "from ..shared import rows\n",
        "greedy.py:1 imports wishstone.games.shared.rows, but keltis may import only wishstone.api and itself",
    ),
    "games/keltis/policy.py": (
        "from wishstone.api import toolbox\n",
        "policy.py:1 imports wishstone.api.toolbox, but keltis may import only wishstone.api and itself",
    ),
    "games/keltis/table.py": (
        "from wishstone.games import quartz_dice\n",
        "table.py:1 imports wishstone.games.quartz_dice, but keltis may import only wishstone.api and itself",
    ),
    "games/quartz_dice/rules.py": (
        "from ..keltis.rules import legal\n",
        "rules.py:1 imports wishstone.games.keltis.rules, but quartz_dice may import only wishstone.api and itself",
    ),
    "games/keltis/terminal.py": (
        "import typing\nfrom . import words\nif typing.TYPE_CHECKING:\n    from wishstone.terminal.kit import Kit\n",
        None,
    ),
    "games/keltis_card/terminal.py": (
        "from wishstone.terminal.kit import Kit\n",
        "terminal.py:1 imports wishstone.terminal.kit, which it may do only for types",
    ),
    "games/keltis_dice/terminal/moves.py": (
        "from wishstone.api import sentence\n",
        "moves.py:1 imports wishstone.api, but a picture imports nothing of ours",
    ),
    "games/shared/rows.py": (
        "import wishstone.games.keltis.rules\n",
        "rows.py:1 imports wishstone.games.keltis.rules, but shared may import only game and itself",
    ),
    "bots/greedy.py": (
        "from wishstone.games.keltis import rules\nfrom wishstone.lab import bench\n",
        "greedy.py:2 imports wishstone.lab.bench, which layer bots may not",
    ),
    "lab/bench.py": ("from ..bots import greedy\ndef peer():\n    import pyspiel\n", None),
    "lab/simulate.py": ("import pyspiel\n", "simulate.py:1 imports pyspiel, a package that layer lab may not"),
    "server/store/tables.py": (
        "from wishstone.server.live import hub\nfrom . import words\n",
        "tables.py:1 imports wishstone.server.live.hub, which comes after store among the server's rooms",
    ),
    "server/live/hub.py": ("from wishstone.server.store.tables import names\n", None),
    "server/app.py": (
        "import starlette\nfrom wishstone import terminal, train\n",
        "app.py:2 imports wishstone.terminal, which layer server may not",
    ),
    "terminal/app.py": (
        "from wishstone.cli import main\n",
        "app.py:1 imports wishstone.cli, which layer terminal may not",
    ),
    "train/loop.py": ("import torch\nfrom ..lab import bench\n", None),
    "web/serve.py": ("import wishstone\n", "serve.py:1 imports wishstone, which layer web may not"),
    "extra/new.py": ("import os\n", "new.py:1 imports os, but extra is not a layer: name it in tests/test_imports.py"),
}


def test_each_violation_is_named(tmp_path: Path) -> None:
    source = plant(tmp_path, {name: text for name, (text, _) in TREE.items()})
    said = violations(source)
    expected = [complaint for _, complaint in TREE.values() if complaint]
    for complaint in expected:
        assert any(complaint in sentence for sentence in said), f"nothing says: {complaint}\nbut:\n" + "\n".join(said)
    assert len(said) == len(expected), "\n".join(said)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("__init__.py", "from wishstone.game import contract\n", "may do only inside a function"),
        ("lab/bench.py", "import pyspiel\n", "may do only inside a function"),
        ("__init__.py", "def f():\n    import wishstone.bots\n", "which layer the root may not"),
    ],
)
def test_lazily_at_most(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    source = plant(tmp_path, {"game/contract.py": "", "bots/greedy.py": "", name: text})
    assert [complaint in sentence for sentence in violations(source)] == [True]


def plant(folder: Path, tree: dict[str, str]) -> Path:
    """Write a package of these files and return its folder."""
    source = folder / "src" / PACKAGE
    for name, text in tree.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    return source
