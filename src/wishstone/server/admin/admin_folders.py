"""Admin folders: where the sockets of servers are, for those who open them and for those who look for them."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from wishstone.game.errors import UsageError
from wishstone.game.words import Value, sentence
from wishstone.server.admin.words import LEXICON
from wishstone.server.config.settings import default_database

SUFFIX = ".sock"
NAME = "admin"  # of the folder
CHOSEN = "WISHSTONE_ADMIN"  # the variable that names another folder
OF_UNITS = Path("/var/lib/wishstone")  # the data folder of the processes that deploy/systemd starts
PATIENCE = 1.0  # seconds for a server to take a connection
HAS_SOCKETS = hasattr(socket, "AF_UNIX") and hasattr(os, "geteuid")  # which Windows has not


def folder_of_server(environment: Mapping[str, str] = os.environ) -> Path:
    """Where a server opens its socket."""
    chosen = environment.get(CHOSEN)
    return Path(chosen) if chosen else default_database().parent / NAME


def folders_to_search(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Where an operator's servers may be."""
    if chosen := environment.get(CHOSEN):
        return [Path(chosen)]
    return list(dict.fromkeys((default_database().parent / NAME, OF_UNITS / NAME)))


def prepare_folder(folder: Path) -> Path:
    """Make the folder of the sockets, or see that it is ours, and close it to everybody else."""
    if not HAS_SOCKETS:
        raise _folder_fault(folder, "folder-system")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode):
            raise _folder_fault(folder, "folder-none")
        if found.st_uid != os.geteuid():
            raise _folder_fault(folder, "folder-foreign")
        folder.chmod(0o700)
    except FileExistsError as error:
        raise _folder_fault(folder, "folder-none") from error
    except OSError as error:
        raise unusable(folder, error) from error
    return folder


def unusable(folder: Path, error: OSError) -> UsageError:
    """The error that says why there can be no sockets in a folder."""
    return _folder_fault(folder, "folder-unusable", reason=error.strerror or str(error))


def _folder_fault(folder: Path, key: str, **values: Value) -> UsageError:
    return UsageError("admin-folder", LEXICON, path=str(folder), reason=sentence(key, **values))


@contextmanager
def short_path(path: Path) -> Iterator[str]:
    """A path by which a socket can be reached: the system takes about a hundred bytes, and folders can be deep."""
    if not sys.platform.startswith("linux"):
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def remove_dead(folder: Path) -> None:
    """Remove the sockets of servers that were killed."""
    for path in folder.glob(f"*{SUFFIX}"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial, short_path(path) as short:
            trial.settimeout(PATIENCE)
            try:
                trial.connect(short)
            except ConnectionRefusedError:
                path.unlink(missing_ok=True)
            except OSError:
                continue
