#!/usr/bin/env bash
#
# Builds the image from the Dockerfile and runs it, without a container engine
# and without a container registry: buildah builds and runs it in a chroot, on
# top of a minimal Debian that debootstrap makes.
#
#   deploy/check_image.sh [PROJECT_FOLDER]      (default: the folder above this)
#
# Needs root and the Debian packages buildah, debootstrap and python3.
# CHECK_IMAGE_DIR   folder for the temporary files (default: TMPDIR or /tmp);
#                   about 4 GB are needed while it runs, nothing is left there
#
# Says PASS and exits 0, or says FAIL and exits 1.

set -euo pipefail

PROJECT=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}" && pwd)
BASE=localhost/check-base:latest
IMAGE=localhost/check-service:latest
SERVICE_UID=10001
STOP_SECONDS=30
# A game and its first move, which /v1/replay must accept.
REPLAY='{"code": "SP1-S4C-AAAAAAD", "log": ["0-9"]}'

WORK=
SERVICE_PID=   # the service itself, as the kernel numbers it here
RUNNER_PID=    # the "buildah run" above it
export BUILDAH_ISOLATION=chroot

say()  { printf '\n== %s\n' "$*"; }
ok()   { printf '   ok: %s\n' "$*"; }
fail() { printf '   NOT OK: %s\n' "$*" >&2; exit 1; }


# --- what must be here --------------------------------------------------------

check_tools() {
    local missing=() tool
    for tool in buildah debootstrap python3; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    if ((${#missing[@]})); then
        fail "missing: ${missing[*]} (apt-get update && apt-get install ${missing[*]})"
    fi
    [[ $(id -u) == 0 ]] || fail "must be run as root (debootstrap and chroot need it)"
    [[ -f $PROJECT/Dockerfile ]] || fail "no Dockerfile in $PROJECT"
}


# --- cleaning up, whatever happened -------------------------------------------

# Mount points below the work folder, deepest first.
mounts_below_work() {
    awk -v dir="$WORK/" 'index($5, dir) == 1 { print $5 }' /proc/self/mountinfo | sort -r
}

cleanup() {
    local status=$? mount process
    trap - EXIT
    set +e
    if [[ -n $WORK ]]; then
        # Whatever still runs in a container of this check; buildah then ends.
        for process in /proc/[0-9]*; do
            if [[ $(readlink "$process/root") == "$WORK"/* ]]; then kill -KILL "${process#/proc/}"; fi
        done 2>/dev/null
        wait
        if [[ -d $WORK/storage ]]; then
            bb rm --all >/dev/null 2>&1
            bb rmi --all --force >/dev/null 2>&1
        fi
        # Nothing of this machine may still be mounted in what is removed now.
        for mount in $(mounts_below_work); do umount "$mount"; done
        if [[ -n $(mounts_below_work) ]]; then
            echo "still mounted, so not removed: $WORK" >&2
            status=1
        else
            rm -rf --one-file-system "$WORK"
        fi
    fi
    if ((status == 0)); then
        printf '\nPASS: the image builds, runs, answers and stops as it should\n'
    else
        printf '\nFAIL (see above)\n' >&2
        status=1
    fi
    exit "$status"
}

# buildah with a storage and temporary files of its own, inside the work folder.
bb() {
    TMPDIR=$WORK/tmp buildah --storage-driver vfs --root "$WORK/storage" --runroot "$WORK/runroot" "$@"
}

# Runs a long command quietly; shows what it said only if it fails.
quietly() {
    local log=$1; shift
    "$@" >"$log" 2>&1 || { tail -n 60 "$log" >&2; fail "$1 $2 ..."; }
}


# --- base image: a minimal Debian with Python, as a registry would give it ----

make_base() {
    local suite mirror container
    # shellcheck disable=SC1091
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # From lines such as "500 MIRROR SUITE/main amd64 Packages".
    mirror=$(apt-cache policy | awk -v want="$suite/main" '$3 == want && !seen++ { print $2 }')
    [[ -n $mirror ]] || fail "apt-cache policy names no mirror for $suite/main (apt-get update?)"

    quietly "$WORK/debootstrap.log" debootstrap --variant=minbase \
        --include=python3,python3-venv "$suite" "$WORK/rootfs" "$mirror"
    rm -rf "$WORK"/rootfs/var/cache/apt/archives/*.deb "$WORK"/rootfs/var/lib/apt/lists/*

    container=$(bb from scratch)
    bb add --quiet "$container" "$WORK/rootfs" / >/dev/null
    bb config --cmd bash \
        --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    bb commit --quiet --rm "$container" "$BASE" >/dev/null
    rm -rf --one-file-system "$WORK/rootfs"
    ok "Debian $suite with $(bb_base python3 --version)"
}

# One command in a throw-away container of the base image.
bb_base() {
    local container
    container=$(bb from --pull-never "$BASE")
    bb run "$container" -- "$@"
    bb rm "$container" >/dev/null
}


# --- pip in the build finds its packages as pip does on this machine ----------

# Writes pip.conf (where packages come from, in one file) and mounts (the local
# files and folders that it names, one a line). Both are only mounted, read-only,
# while the image is built.
write_pip_settings() {
    { python3 -m pip config list 2>/dev/null || true; } >"$WORK/pip-config-list"
    python3 - "$WORK" <<'PYTHON'
import ast, os, pathlib, sys
from urllib.parse import unquote, urlsplit

work = pathlib.Path(sys.argv[1])
wanted = {"index-url", "extra-index-url", "find-links", "no-index", "trusted-host",
          "constraint", "cert", "client-cert", "proxy", "timeout", "default-timeout", "retries"}
found = {}      # option -> value; the environment wins over files
for line in sorted((work / "pip-config-list").read_text().splitlines(),
                   key=lambda line: line.startswith(":env:")):
    key, _, value = line.partition("=")
    section, _, option = key.rpartition(".")
    if option in wanted and section in ("global", "install", ":env:"):
        found[option] = ast.literal_eval(value)
if "cert" not in found:
    bundles = (os.environ.get("SSL_CERT_FILE"), os.environ.get("REQUESTS_CA_BUNDLE"),
               "/etc/ssl/certs/ca-certificates.crt")
    found.update({"cert": b for b in bundles[::-1] if b and os.path.isfile(b)})

mounts = set()
for option in found.keys() - {"proxy"}:
    for word in found[option].split():
        if word.startswith("file://"):
            # An index on disk may link to files beside its own folder.
            word = os.path.dirname(unquote(urlsplit(word).path).rstrip("/"))
        if word.startswith("/") and word != "/" and os.path.exists(word):
            mounts.add(word.rstrip("/"))
mounts = {m for m in mounts if not any(m.startswith(other + "/") for other in mounts)}

config = work / "pip.conf"
config.touch(mode=0o600)
config.write_text("[global]\n" + "".join(
    f"{option} = " + "\n    ".join(value.split()) + "\n" for option, value in sorted(found.items())))
(work / "mounts").write_text("".join(m + "\n" for m in sorted(mounts)))
PYTHON
}


# --- the image ----------------------------------------------------------------

build_image() {
    local volumes=(--volume "$WORK/pip.conf:/etc/pip.conf:ro") path
    write_pip_settings
    while read -r path; do
        volumes+=(--volume "$path:$path:ro")
    done <"$WORK/mounts"

    # The docker format, since the OCI one has no HEALTHCHECK.
    quietly "$WORK/build.log" bb build --format docker --pull-never \
        --build-arg "PYTHON_IMAGE=$BASE" "${volumes[@]}" --tag "$IMAGE" "$PROJECT"
    bb inspect --type image "$IMAGE" >"$WORK/image.json"
    bb images --json >"$WORK/images.json"
    ok "built"
    python3 - "$WORK/images.json" "$BASE" "$IMAGE" <<'PYTHON'
import json, sys
images = {name: i["size"] for i in json.load(open(sys.argv[1])) for name in i["names"] or ()}
for name in sys.argv[2:]:
    print(f"   {name}: {images[name]}")
PYTHON
}

# A value of the image's configuration, e.g. "User"; lists become lines.
image_config() {
    python3 - "$WORK/image.json" "$1" <<'PYTHON'
import functools, json, sys
config = json.load(open(sys.argv[1]))["Docker"]["config"]
value = functools.reduce(lambda d, k: d[k], sys.argv[2].split("."), config)
print(*(value if isinstance(value, (list, dict)) else [value]), sep="\n")
PYTHON
}

check_config() {
    local env health
    mapfile -t SERVICE_CMD < <(image_config Cmd)
    mapfile -t health < <(image_config Healthcheck.Test)
    HEALTH_CMD=("${health[@]:1}")
    [[ $(image_config User) == "$SERVICE_UID"* ]] || fail "USER is $(image_config User)"
    [[ $(image_config StopSignal) == SIGTERM ]] || fail "STOPSIGNAL is not SIGTERM"
    [[ $(image_config ExposedPorts) == 8000/tcp ]] || fail "port 8000 is not exposed"
    [[ ${health[0]} == CMD ]] || fail "HEALTHCHECK is not in exec form"
    env=$(image_config Env)
    if grep -Eiq '^(pip_|uv_|[a-z_]*(proxy|cert|ca_bundle))' <<<"$env"; then
        fail "settings of this machine stayed in the image: $env"
    fi
    ok "user $(image_config User), command: ${SERVICE_CMD[*]}"
}

# What the final image must not have.
check_contents() {
    local root base_container base path
    # Looked for by the service's own user, with the service's own PATH.
    # shellcheck disable=SC2016
    in_container sh -c '
        for tool in cc gcc g++ c++ clang tcc ld as make cmake cargo rustc go git curl wget \
                    pip pip3 easy_install; do
            if command -v "$tool"; then exit 1; fi
        done
        for python in python /usr/bin/python3; do
            for module in pip ensurepip setuptools; do
                if "$python" -c "import $module" 2>/dev/null; then echo "$python: $module"; exit 1; fi
            done
        done
        for folder in /opt/venv /srv /usr; do
            if [ -w "$folder" ]; then echo "may write to $folder"; exit 1; fi
        done' || fail "found in the final image"
    ok "no compiler, no pip; the service may not change its own code"

    root=$(bb mount "$CONTAINER")
    base_container=$(bb from --pull-never "$BASE")
    base=$(bb mount "$base_container")
    for path in src opt/tools; do
        [[ ! -e $root/$path ]] || fail "/$path is in the final image"
    done
    # Mount points of the build may remain as empty files or folders, no more.
    while read -r path; do
        [[ ! -e $base$path ]] || continue    # the base's own
        if [[ -n $(find "$root$path" ! -type d -size +0 -print -quit 2>/dev/null) ]]; then
            fail "$path of this machine is in the final image"
        fi
    done < <(cat "$WORK/mounts"; echo /etc/pip.conf)
    ok "nothing of the build stage or of this machine in it"
    printf '   %s\n' "/opt/venv: $(du -sh "$root/opt/venv" | cut -f 1)"
    bb umount "$CONTAINER" "$base_container" >/dev/null
    bb rm "$base_container" >/dev/null
}


# --- running it ---------------------------------------------------------------

# A command in the service's container, as the image's user, with its settings.
in_container() { bb run --env "PORT=$PORT" "$CONTAINER" -- "$@"; }

# Asks the service, from inside: METHOD PATH [BODY]. Shows status and answer.
ask() {
    in_container python -c '
import http.client, os, sys
method, path, body = (sys.argv[1:] + [None])[:3]
connection = http.client.HTTPConnection("127.0.0.1", int(os.environ["PORT"]), timeout=20)
connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
answer = connection.getresponse()
print(answer.status, answer.read().decode()[:300])
sys.exit(answer.status not in (200, 201))' "$@"
}

show() {
    local answer
    answer=$(ask "$@") || { cat "$WORK/service.log" >&2; fail "$1 $2: $answer"; }
    printf '   %s %s -> %.150s\n' "$1" "$2" "$answer"
}

children_of() {
    # Through cat, which carries on when a process has ended in the meantime.
    { cat /proc/[0-9]*/status 2>/dev/null || true; } |
        awk -v parent="$1" '/^Pid:/ { pid = $2 } /^PPid:/ && $2 == parent { print pid }'
}

start_service() {
    local children attempt
    # A chroot shares this machine's network, so not a fixed port.
    PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')
    CONTAINER=$(bb from --pull-never "$IMAGE")
    # The image's own command. setpriv, which becomes that command, is for
    # buildah before 1.31 alone: it may kill what it runs at any moment, as it
    # asks for that "when the parent's thread ends", which need not mean much.
    bb run --env "PORT=$PORT" "$CONTAINER" -- \
        setpriv --pdeathsig clear -- "${SERVICE_CMD[@]}" >"$WORK/service.log" 2>&1 </dev/null &
    RUNNER_PID=$!
    for ((attempt = 0; ; attempt++)); do
        kill -0 "$RUNNER_PID" 2>/dev/null || { cat "$WORK/service.log" >&2; fail "the service ended"; }
        ask GET /healthz >/dev/null 2>&1 && break
        ((attempt < 30)) || { cat "$WORK/service.log" >&2; fail "no answer after $attempt tries"; }
        sleep 1
    done
    # The service is the last of the chain that starts with buildah.
    SERVICE_PID=$RUNNER_PID
    while children=$(children_of "$SERVICE_PID") && [[ -n $children ]]; do
        [[ $children != *$'\n'* ]] || fail "more than one process: $children"
        SERVICE_PID=$children
    done
    ok "started: $(tr '\0' ' ' <"/proc/$SERVICE_PID/cmdline")"
}

check_service() {
    local uid
    printf '   %s\n' "$(in_container id)"
    uid=$(awk '/^Uid:/ { print $2, $3, $4 }' "/proc/$SERVICE_PID/status")
    [[ $uid == "$SERVICE_UID $SERVICE_UID $SERVICE_UID" ]] || fail "the service runs as $uid"
    ok "the service process runs as uid $SERVICE_UID"
    show GET /healthz
    show GET /readyz
    [[ $(ask GET /readyz) == *'"engine":"compiled"'* ]] || fail "the engine is not compiled"
    ok "the engine is compiled"
    show POST /v1/games '{}'
    show POST /v1/replay "$REPLAY"
    in_container "${HEALTH_CMD[@]}" || fail "HEALTHCHECK command failed"
    ok "HEALTHCHECK command succeeds"
}

# SIGTERM while a request is half sent: it must still be answered, and then the
# service must end by itself.
check_stop() {
    local status=0
    python3 - "$PORT" "$SERVICE_PID" "$STOP_SECONDS" "$REPLAY" <<'PYTHON' || { cat "$WORK/service.log" >&2; fail "not graceful"; }
import os, signal, socket, sys, time
port, service, limit = map(int, sys.argv[1:4])
body = sys.argv[4].encode()
with socket.create_connection(("127.0.0.1", port), timeout=20) as request:
    request.sendall(b"POST /v1/replay HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n" % len(body) + body[:10])
    time.sleep(0.5)
    os.kill(service, signal.SIGTERM)
    began = time.monotonic()
    time.sleep(0.5)
    request.sendall(body[10:])
    answer = request.makefile("rb").readline().decode().strip()
print("   request under way at SIGTERM ->", answer or "(closed)")
ended = False
while not ended and time.monotonic() - began < limit:
    time.sleep(0.1)
    try:        # gone, or a zombie
        ended = open(f"/proc/{service}/stat").read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        ended = True
print(f"   ended {time.monotonic() - began:.1f} s after SIGTERM" if ended else "   did not end")
sys.exit(not (ended and answer.startswith("HTTP/1.1 200")))
PYTHON
    wait "$RUNNER_PID" || status=$?
    RUNNER_PID='' SERVICE_PID=''
    # A server may let the signal end it once it has cleaned up, which a shell
    # calls 143; buildah says 1 then, and the signal's name.
    if grep -q 'subprocess exited on terminated' "$WORK/service.log"; then status=143; fi
    [[ $status == 0 || $status == 143 ]] || { cat "$WORK/service.log" >&2; fail "exit code $status"; }
    ! grep -q Traceback "$WORK/service.log" || { cat "$WORK/service.log" >&2; fail "traceback in the log"; }
    if ask GET /healthz >/dev/null 2>&1; then fail "still answers"; fi
    ok "stopped gracefully, exit code $status"
    ! in_container "${HEALTH_CMD[@]}" 2>/dev/null || fail "HEALTHCHECK succeeds without a service"
    ok "HEALTHCHECK command fails now"
    printf '   last lines of its log:\n'
    grep -Ev '^(subprocess exited|Error: exit status)' "$WORK/service.log" | tail -n 4 | sed 's/^/     | /'
}


trap cleanup EXIT
trap 'exit 130' INT TERM

say "Tools";              check_tools
WORK=$(mktemp -d "${CHECK_IMAGE_DIR:-${TMPDIR:-/tmp}}/check-image.XXXXXX")
mkdir "$WORK/tmp"
say "Base image";         make_base
say "Image";              build_image; check_config
say "Service";            start_service; check_service
say "Contents";           check_contents
say "Stop";               check_stop
