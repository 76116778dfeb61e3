# shellcheck shell=sh
# The virtual environment that ./play and ./test run in: made where it is missing, brought up to date where it is old,
# and left alone where it fits. Sourced with $root, the project's folder, set:
#
#     prepare play     # what a game needs
#     prepare test     # that, and what the checks need
#     prepare heavy    # Wishstone, and large tools of others that the environments are tried with
#     prepare_services # the services that the server is tried with
#     prepare_page     # what the checks of the browser's page need besides: Chromium, Node and some packages
#
# After it, $venv is a folder with everything in it. What is missing is said in a sentence, with exit status 2.
#
# The last thing a set-up writes is its stamp: what was installed, for which Python, where, and a checksum of the files
# that it was installed from. An environment without one was interrupted and one that names another folder was moved or
# copied, so both are made anew. The downloads are in the installer's cache by then.

venv=${WISHSTONE_VENV:-$root/.venv}
venv=${venv%/}
case $venv in /*) ;; *) venv=$PWD/$venv ;; esac
stamp=$venv/wishstone-stamp
log=$venv/wishstone-setup.log # what the installers said; also the sign that the folder is ours to remove

say() {
    printf 'Wishstone: %s\n' "$*" >&2
}

stop() {
    printf '%s\n' "$*" >&2
    exit 2
}

stop_with_log() {
    printf '%s\n' "$*" >&2
    sed '/^WARNING/d; /^ *$/d; s/^/    /' "$log" | tail -n 6 | cut -c 1-160 >&2
    exit 2
}

stop_unwritable() {
    stop "Wishstone cannot write to $venv, where its virtual environment belongs; copy the project to a folder" \
        "that you can write to, or set WISHSTONE_VENV=/some/folder to keep the environment there."
}

# Set $python and $version to a Python that will do. Each is tried by running it: a name on the PATH may be a shim
# with nothing behind it. Without uv it must be able to make a virtual environment, too.
find_python() {
    probe='import importlib.util, sys
print("%d.%d.%d" % sys.version_info[:3], sys.implementation.name,
      all(map(importlib.util.find_spec, ("venv", "ensurepip"))), sys.executable)'
    found=
    if [ -n "$uv" ]; then
        found=$(UV_PYTHON_DOWNLOADS=never uv python find --system --no-project '>=3.11,<3.14' 2>/dev/null) || found=
    fi
    without_venv=
    for name in python3 python3.13 python3.12 python3.11 python "$found"; do
        facts=$("$name" -c "$probe" 2>/dev/null) || continue
        version=${facts%% *}
        python=${facts#* * * }
        case $uv:$facts in
            uv:3.1[123].*" cpython "* | :3.1[123].*" cpython True "*) return ;;
            :3.1[123].*" cpython "*) without_venv=${without_venv:-$version} ;;
        esac
    done
    if [ -n "$without_venv" ]; then
        stop "Wishstone found Python $without_venv, but without the parts that make virtual environments;" \
            "install them, for example with 'apt install python${without_venv%.*}-venv' on Debian and Ubuntu."
    fi
    stop "Wishstone needs Python 3.11, 3.12 or 3.13 and found none; install one, for example with" \
        "'apt install python3 python3-venv', 'brew install python@3.13' or 'uv python install 3.13'."
}

make_environment() {
    find_python
    if [ -e "$venv" ] && [ "$venv" != "$root/.venv" ] && [ ! -e "$log" ] && ! rmdir "$venv" 2>/dev/null; then
        stop "Wishstone leaves $venv as it is, because it did not make it; set WISHSTONE_VENV to a new folder."
    fi
    { rm -rf -- "$venv" && mkdir -p -- "$venv" && true >"$log"; } 2>/dev/null || stop_unwritable
    say "making a virtual environment in $venv (Python $version) …"
    if [ -n "$uv" ]; then
        uv venv --quiet --no-project --allow-existing --python "$python" "$venv" >>"$log" 2>&1
    else
        "$python" -m venv "$venv" >>"$log" 2>&1
    fi || stop_with_log "Wishstone could not make its virtual environment; Python's last words:"
}

install() {
    if [ -n "$uv" ]; then
        uv pip install --quiet --python "$venv/bin/python" "$@"
    else
        # Python compiles what it imports when it first does, as it does for uv: half of what pip would is never used.
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile "$@"
    fi >>"$log" 2>&1
}

# Which Python the environment runs and where it and the project are: it is of no use anywhere else.
place() {
    runs=$("$venv/bin/python" -I -S -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || runs=none
    printf '%s\n' "Python $runs in $venv for $root"
}

prepare() {
    requirements=$root/requirements/$1.txt
    more=/dev/null
    if [ "$1" = heavy ]; then more=$requirements; fi
    files=$(cat "$root/requirements/play.txt" "$root/requirements/test.txt" "$more" "$root/pyproject.toml" | cksum)
    made_for='' made_place='' made_files=''
    if [ -r "$stamp" ] && [ -x "$venv/bin/wishstone" ]; then
        { read -r made_for && read -r made_place && read -r made_files; } <"$stamp" || true
    fi
    fits=no
    if [ -n "$made_place" ] && [ "$made_place" = "$(place)" ]; then
        fits=yes
        case $made_for:$made_files in "$1:$files" | "test:$files") return ;; esac
    fi

    uv=
    if uv --version >/dev/null 2>&1; then uv=uv; fi
    if [ $fits = yes ] && { [ -n "$uv" ] || [ -x "$venv/bin/pip" ]; }; then
        { rm -f -- "$stamp" && true >"$log"; } 2>/dev/null || stop_unwritable
    else
        make_environment
    fi
    say "installing $(grep '==' "$requirements" | grep -vc win32) packages, which can take a minute …"
    install --require-hashes -r "$requirements" ||
        stop_with_log "Wishstone could not fetch or install its packages: is there a network, and room on the disk?" \
            "Nothing is broken, and the same command run again continues. The installer's last words:"
    install --no-deps --no-build-isolation -e "$root" ||
        stop_with_log "Wishstone could not install itself from $root; the installer's last words:"
    printf '%s\n' "$1" "$(place)" "$files" >"$stamp" || stop_unwritable
}

# Have a command on the PATH that Debian has a package for; as root it is installed, anybody else is told how.
need() { # COMMAND PACKAGE WHAT
    command -v "$1" >/dev/null && return
    if ! command -v apt-get >/dev/null; then
        stop "Wishstone's checks need ${3%,}, and there is no '$1' on the PATH; install it, and run ./test again."
    elif [ "$(id -u)" != 0 ]; then
        stop "Wishstone's checks need ${3%,}, and only root can install it; run" \
            "'sudo apt-get install --no-install-recommends $2', and then ./test again."
    fi
    say "installing $3 with apt-get, which can take a minute …"
    {
        apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$2"
    } >"$log" 2>&1 </dev/null ||
        stop_with_log "Wishstone could not install $3 with 'apt-get install $2'; its last words:"
    command -v "$1" >/dev/null || stop "Wishstone installed $3, but there is still no '$1' on the PATH."
}

# Have the programs that the server is tried with and that are not Python's.
prepare_services() {
    need redis-server redis-server "Redis, in which servers share their limits,"
}

# What package-lock.json names goes to node_modules, with its checksum, unless it is there.
prepare_page() {
    need chromium chromium "the browser that the page is tried in"
    need node nodejs "Node, which runs the checks of the page's source,"
    node_version=$(node -p process.versions.node 2>/dev/null) || node_version=0.0
    major=${node_version%%.*}
    minor=${node_version#*.}
    if [ "$major" -lt 20 ] || { [ "$major" = 20 ] && [ "${minor%%.*}" -lt 19 ]; }; then # what ESLint needs
        stop "Wishstone's checks need Node 20.19 or newer, and the 'node' on the PATH is $node_version (Debian 12's" \
            "is 18); install another, for example from nodejs.org or with 'nvm install 22', and run ./test again."
    fi
    listed=$(cksum <"$root/package-lock.json")
    made=$root/node_modules/wishstone-stamp
    if [ -r "$made" ] && [ "$(cat "$made")" = "$listed" ]; then return; fi
    need npm npm "npm, which fetches the packages for the page's checks,"
    say "fetching what checks the page …"
    (cd "$root" && npm ci) >"$log" 2>&1 </dev/null ||
        stop_with_log "Wishstone could not fetch what checks its page: is there a network, and room on the disk?" \
            "Nothing is broken, and the same command run again continues. npm's last words:"
    printf '%s\n' "$listed" >"$made"
}
