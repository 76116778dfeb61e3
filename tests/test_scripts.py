"""Set-up by ./play and ./test, with a fake Python and uv: no network is needed and nothing is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("cat", "chmod", "cksum", "cp", "cut", "grep", "id", "mkdir", "readlink", "rm", "rmdir", "sed", "tail")

# Answers as Python does, as far as the scripts ask it, and notes what they had it do. $PARTS says whether it can make
# virtual environments. Its pip exits with $PIP, and where that is 0 it has "installed" the commands that they call.
PYTHON = r"""#!/bin/sh
case "$1 $2" in
    "-c "*) echo "$VERSION cpython $PARTS $0"; exit ;;
    "-I -S") echo "${VERSION%.*}"; exit ;;
esac
echo "$2" >>"$NOTES"
bin=${0%/*}
case $2 in
    venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/pip" ;;
    pip)
        [ "$PIP" = 0 ] || { echo "WARNING: trying again"; echo "ERROR: the line is dead"; exit "$PIP"; } >&2
        for name in wishstone ruff mypy pytest; do
            printf '#!/bin/sh\necho "%s $*"\nexit ${FAIL_%s:-0}\n' $name $name >"$bin/$name"
            chmod +x "$bin/$name"
        done ;;
esac
"""

# A uv that makes an environment and cannot fetch anything for it.
UV = r"""#!/bin/sh
case $1 in
    --version) ;;
    venv) for folder; do :; done; mkdir -p "$folder/bin" ;;
    *) echo "error: the line is dead" >&2; exit 2 ;;
esac
"""

# Node has the version $NODE, and says what it is asked to run. npm puts a folder there and exits with $NPM; apt-get
# "installs" what it is told to.
NODE = '#!/bin/sh\n[ "$1" != -p ] || { echo "$NODE"; exit; }\necho "node $*"\n'
NPM = r"""#!/bin/sh
echo "npm $*" >>"$NOTES"
[ "$NPM" = 0 ] || { echo "npm: the line is dead" >&2; exit 1; }
mkdir -p node_modules
"""
APT = r"""#!/bin/sh
echo "apt-get" >>"$NOTES"
[ "$1" != install ] || for package; do :; done
[ "$1" != install ] || { printf '#!/bin/sh\n' >"${0%/*}/$package"; chmod +x "${0%/*}/$package"; }
"""


class Project:
    """A copy of the scripts in a folder of its own, and the commands that they can see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a copy"
        self.folder.mkdir()
        for name in ("play", "test", "pyproject.toml", "package-lock.json"):
            shutil.copy(ROOT / name, self.folder)
        for name in ("scripts", "requirements"):
            shutil.copytree(ROOT / name, self.folder / name)
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.notes = folder / "notes"

    def add(self, name: str, script: str) -> None:
        """Put a command on the PATH."""
        (self.bin / name).write_text(script, encoding="utf-8")
        (self.bin / name).chmod(0o755)

    def run(self, command: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run ./play or ./test from another folder, with nothing but our commands on the PATH."""
        self.notes.write_text("", encoding="utf-8")
        known = {"PATH": str(self.bin), "NOTES": str(self.notes), "VERSION": "3.12.1", "PARTS": "True", "PIP": "0"}
        known |= {"NPM": "0", "NODE": "20.19.0"}
        return subprocess.run(
            [self.folder / command, *arguments],
            cwd=self.bin,
            env=known | variables,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    @property
    def done(self) -> list[str]:
        """What the last run had Python do."""
        return self.notes.read_text(encoding="utf-8").split()


@pytest.fixture
def bare(tmp_path: Path) -> Project:
    """A project on a machine without Python."""
    return Project(tmp_path)


@pytest.fixture
def project(bare: Project) -> Project:
    """A project on a machine with one Python, a browser and Node."""
    bare.add("python3", PYTHON)
    bare.add("redis-server", NODE)
    bare.add("chromium", NODE)
    bare.add("node", NODE)
    bare.add("npm", NPM)
    return bare


def test_no_python(bare: Project) -> None:
    bare.add("python3", "#!/bin/sh\necho 'shim: no such version' >&2\nexit 127\n")
    ended = bare.run("play")
    assert ended.returncode == 2
    assert ended.stderr.startswith("Wishstone needs Python 3.11, 3.12 or 3.13 and found none; install one")
    assert ended.stderr.count("\n") == 1
    assert not (bare.folder / ".venv").exists()


@pytest.mark.parametrize("version", ["3.10.13", "3.14.0", "2.7.18"])
def test_another_python_will_not_do(project: Project, version: str) -> None:
    ended = project.run("play", VERSION=version)
    assert (ended.returncode, project.done) == (2, [])
    assert "found none" in ended.stderr


def test_a_python_that_makes_no_environments(project: Project) -> None:
    ended = project.run("play", PARTS="False")
    assert (ended.returncode, project.done) == (2, [])
    assert "apt install python3.12-venv" in ended.stderr


def test_a_folder_that_cannot_be_written(project: Project) -> None:
    below_a_file = project.folder / "play" / "venv"
    ended = project.run("play", WISHSTONE_VENV=str(below_a_file))
    assert (ended.returncode, project.done) == (2, [])
    assert f"cannot write to {below_a_file}" in ended.stderr
    assert "WISHSTONE_VENV=/some/folder" in ended.stderr


def test_a_folder_of_somebody_else_is_left_alone(project: Project, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one.jpg").touch()
    ended = project.run("play", WISHSTONE_VENV=str(tmp_path / "photos"))
    assert (ended.returncode, project.done) == (2, [])
    assert (tmp_path / "photos" / "one.jpg").exists()


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_no_network(project: Project, installer: str) -> None:
    if installer == "uv":
        project.add("uv", UV)
    ended = project.run("play", PIP="1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "could not fetch or install its packages: is there a network" in ended.stderr
    assert ended.stderr.endswith("the line is dead\n")
    assert "WARNING" not in ended.stderr

    (project.bin / "uv").unlink(missing_ok=True)
    assert project.run("play").returncode == 0
    assert project.done == ["venv", "pip", "pip"]


def test_nothing_is_done_twice(project: Project) -> None:
    first = project.run("play", "red 3")
    assert first.stdout == "wishstone play red 3\n"
    assert "making a virtual environment" in first.stderr
    assert project.done == ["venv", "pip", "pip"]

    second = project.run("play")
    assert (second.returncode, second.stdout, second.stderr) == (0, "wishstone play\n", "")
    assert project.done == []


def test_one_environment_for_both(project: Project) -> None:
    project.run("play")
    assert project.run("test").returncode == 0
    assert project.done == ["pip", "pip", "npm", "ci"]
    project.run("play")
    assert project.done == []


def test_called_through_a_link(project: Project) -> None:
    project.run("play")
    (project.folder / "scripts" / "link").symlink_to("../play")
    assert project.run("scripts/link").stdout == "wishstone play\n"
    assert project.done == []


def test_what_is_old_is_brought_up_to_date(project: Project) -> None:
    project.run("play")
    with (project.folder / "requirements" / "play.txt").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert project.run("play").returncode == 0
    assert project.done == ["pip", "pip"]


def test_what_cannot_work_is_made_anew(project: Project) -> None:
    venv = project.folder / ".venv"
    project.run("play")

    project.run("play", VERSION="3.13.0")
    assert project.done == ["venv", "pip", "pip"], "its Python became another"

    (venv / "bin" / "python").unlink()
    project.run("play")
    assert project.done == ["venv", "pip", "pip"], "its Python vanished"

    (venv / "wishstone-stamp").unlink()
    project.run("play")
    assert project.done == ["venv", "pip", "pip"], "it was interrupted"

    project.folder = project.folder.rename(project.folder.with_name("moved"))
    assert project.run("play").returncode == 0
    assert project.done == ["venv", "pip", "pip"], "it was moved"


def test_the_checks_in_their_order(project: Project) -> None:
    ended = project.run("test", "-k", "rows")
    assert ended.returncode == 0
    assert ended.stdout.splitlines() == [
        "ruff format --check .",
        "ruff check .",
        "mypy ",
        "node node_modules/prettier/bin/prettier.cjs --check --log-level warn .",
        "node node_modules/eslint/bin/eslint.js .",
        "node node_modules/typescript/bin/tsc",
        "pytest -n 2 --dist worksteal -k rows",
    ]


def test_the_first_check_that_fails_ends_it(project: Project) -> None:
    ended = project.run("test", FAIL_mypy="3")
    assert ended.returncode == 3
    assert "the check of the types failed" in ended.stderr
    assert "pytest" not in ended.stdout


def test_what_checks_the_page_is_fetched_once(project: Project) -> None:
    project.run("test")
    assert project.run("test").returncode == 0
    assert project.done == []
    with (project.folder / "package-lock.json").open("a", encoding="utf-8") as file:
        file.write("\n")
    project.run("test")
    assert project.done == ["npm", "ci"]


def test_no_network_for_what_checks_the_page(project: Project) -> None:
    ended = project.run("test", NPM="1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "could not fetch what checks its page: is there a network" in ended.stderr
    assert ended.stderr.endswith("npm: the line is dead\n")
    assert project.run("test").returncode == 0


@pytest.mark.parametrize("version", ["18.19.0", "20.18.3", "0.12.0"])
def test_a_node_that_is_too_old_for_the_checks(project: Project, version: str) -> None:
    ended = project.run("test", NODE=version)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines()[-1] == (
        f"Wishstone's checks need Node 20.19 or newer, and the 'node' on the PATH is {version} (Debian 12's is 18); "
        "install another, for example from nodejs.org or with 'nvm install 22', and run ./test again."
    )
    assert "npm" not in project.done


@pytest.mark.parametrize("version", ["20.19.0", "22.1.0", "100.0.1"])
def test_a_node_that_will_do(project: Project, version: str) -> None:
    assert project.run("test", NODE=version).returncode == 0


def test_a_node_that_does_not_run(project: Project) -> None:
    project.add("node", "#!/bin/sh\nexit 127\n")
    ended = project.run("test")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "need Node 20.19 or newer" in ended.stderr


def test_a_browser_is_installed_by_root(project: Project) -> None:
    (project.bin / "chromium").unlink()
    project.add("apt-get", APT)
    (project.bin / "id").unlink()
    project.add("id", "#!/bin/sh\necho 0\n")
    ended = project.run("test")
    assert ended.returncode == 0
    assert "installing the browser that the page is tried in with apt-get" in ended.stderr
    assert project.done.count("apt-get") == 2
    project.run("test")
    assert project.done == []


def test_anybody_else_is_told_how_to_install_a_browser(project: Project) -> None:
    (project.bin / "chromium").unlink()
    project.add("apt-get", APT)
    (project.bin / "id").unlink()
    project.add("id", "#!/bin/sh\necho 1000\n")
    ended = project.run("test")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "'sudo apt-get install --no-install-recommends chromium'" in ended.stderr
    (project.bin / "apt-get").unlink()
    assert "there is no 'chromium' on the PATH" in project.run("test").stderr


def test_the_pinned_files() -> None:
    play, test = (
        (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines() for name in ("play.txt", "test.txt")
    )
    pinned = {line for line in play if "==" in line}
    assert pinned, "nothing is pinned"
    assert pinned <= set(test), "a package of ./play is missing from ./test, or there in another version"
    lock = (ROOT / "package-lock.json").read_text(encoding="utf-8").splitlines()
    assert not [line for line in play + test if "://" in line or line.startswith("--")], "a registry's address"
    assert not [line for line in lock if '"resolved"' in line or "registry" in line], "a registry's address"
