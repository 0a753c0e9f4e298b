#!/usr/bin/env bash
# Builds the container image from the Dockerfile without a registry, runs it read-only as an ordinary user, goes through the
# sample as a visitor does, stops it, and prints the size. The base image, which the Dockerfile takes from a registry, is made
# of Debian's packages (mmdebstrap) and of Node and npm from the npm registry. Needs root, buildah, mmdebstrap and bubblewrap,
# which `--install` installs from Debian packages. Run from anywhere.
set -euo pipefail
cd "$(dirname "$0")/.."
BASE=docker.io/library/node:22.20.0-bookworm-slim
NODE=22
IMAGE=localhost/livehouse:check

if [ "${1:-}" = --install ]; then
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends \
    buildah mmdebstrap bubblewrap >/dev/null
fi
for program in buildah mmdebstrap bwrap git npm curl; do
  command -v "$program" >/dev/null || { echo "$program is missing: deploy/image.sh --install"; exit 1; }
done

folder=$(mktemp -d)
chmod 755 "$folder"
export BUILDAH_ISOLATION=chroot
container=
service=
finish() {
  [ -z "$service" ] || kill -KILL "$service" 2>/dev/null || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null 2>&1 || true
  buildah rmi -f "$IMAGE" "$BASE" >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap finish EXIT
step() { printf '%s\n' "-- $1"; }

step 'the base image'
# The folder cache of npm is the user's own; only the files of the packages go into the image.
machine=$(node -p process.arch)
(cd "$folder" && npm pack --silent "node-linux-$machine@$NODE" npm@11 >/dev/null)
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$folder/base.tar" 2>"$folder/mmdebstrap.log" ||
  { cat "$folder/mmdebstrap.log"; exit 1; }
container=$(buildah from scratch)
root=$(buildah mount "$container")
tar -C "$root" -xf "$folder/base.tar" --exclude=./dev/*
tar -C "$root/usr/local" -xzf "$folder"/node-linux-*.tgz --strip-components=1 package/bin package/lib 2>/dev/null ||
  tar -C "$root/usr/local" -xzf "$folder"/node-linux-*.tgz --strip-components=1 package/bin
mkdir -p "$root/usr/local/lib/node_modules/npm"
tar -C "$root/usr/local/lib/node_modules/npm" -xzf "$folder"/npm-*.tgz --strip-components=1
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chmod 755 "$root/usr/local/lib/node_modules/npm/bin/npm-cli.js"
# The registry of this machine, and the certificates that it trusts.
mkdir -p "$root/usr/local/etc"
authorities=$(npm config get cafile 2>/dev/null)
{
  echo "registry=$(npm config get registry 2>/dev/null)"
  if [ -f "$authorities" ]; then
    cp "$authorities" "$root/usr/local/etc/authorities.crt"
    echo 'cafile=/usr/local/etc/authorities.crt'
  fi
} >"$root/usr/local/etc/npmrc"
echo 'node:x:1000:1000::/home/node:/bin/sh' >>"$root/etc/passwd"
echo 'node:x:1000:' >>"$root/etc/group"
buildah umount "$container" >/dev/null
buildah commit --quiet --rm "$container" "$BASE" >/dev/null
container=

step 'the image'
git archive HEAD | tar -x -C "$(mkdir "$folder/source" && echo "$folder/source")"
buildah bud --quiet --pull-never --network host --layers=false -t "$IMAGE" "$folder/source" >"$folder/build.log" 2>&1 ||
  { tail -n 40 "$folder/build.log"; exit 1; }

step 'a read-only run as an ordinary user'
container=$(buildah from --pull-never "$IMAGE")
root=$(buildah mount "$container")
data="$folder/data"
mkdir "$data"
chown 1000:1000 "$data"
port=$(node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
variables=()
while IFS= read -r variable; do variables+=("$variable"); done < <(buildah inspect --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' "$container" | grep =)
mapfile -t command < <(buildah inspect --format '{{range .OCIv1.Config.Entrypoint}}{{println .}}{{end}}{{range .OCIv1.Config.Cmd}}{{println .}}{{end}}' "$container" | grep .)
# What a container runtime does with --read-only: everything but /data and a /tmp in memory is closed to writing.
env -i "${variables[@]}" PORT="$port" HOST=127.0.0.1 bwrap --ro-bind "$root" / --proc /proc --dev /dev --perms 1777 --tmpfs /tmp \
  --bind "$data" /data --chdir /app --unshare-pid --unshare-ipc --as-pid-1 --die-with-parent \
  setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs "${command[@]}" >"$folder/service.log" 2>&1 &
service=$!
base="http://127.0.0.1:$port"
for _ in $(seq 300); do
  curl -fs "$base/readyz" 2>/dev/null | grep -q '"status":"ok"' && break
  kill -0 "$service" 2>/dev/null || { cat "$folder/service.log"; exit 1; }
  sleep 0.2
done
visit() { # status, path, text
  local status
  status=$(curl -s -o "$folder/answer" -w '%{http_code}' -H 'Accept: text/html, */*' "$base$2")
  [ "$status" = "$1" ] || { echo "$2: $status instead of $1"; tail -n 20 "$folder/service.log"; exit 1; }
  grep -q "$3" "$folder/answer" || { echo "$2 does not contain $3"; exit 1; }
  printf '   %s %s\n' "$status" "$2"
}
visit 200 /readyz '"database":"ok"'
visit 200 / '<h1'
visit 200 /catalog/demo/songs '<h1'
visit 200 /catalog/demo/songs/1001 '<h1'
visit 200 /api/v1/servers/demo/songs/1001 '{'
visit 200 '/api/v1/servers/demo/catalog/query/songs?limit=1' 'items'
visit 200 /sonolus/info '{'
visit 200 /community '<h1'
visit 404 /nowhere '<h1'
[ "$(stat -c %u "$data"/*/ | sort -u)" = 1000 ] || { echo 'the data belong to somebody else'; ls -la "$data"; exit 1; }

step 'the stop'
# The service is the child of bwrap; a container runtime signals it itself.
child=$(pgrep -P "$service" | head -n 1)
kill -TERM "$child"
for _ in $(seq 150); do kill -0 "$service" 2>/dev/null || break; sleep 0.2; done
if kill -0 "$service" 2>/dev/null; then echo 'it did not stop'; exit 1; fi
service=
printf 'ok    the image, %s MB uncompressed, of which %s MB are the base\n' \
  "$(du -sm "$root" | cut -f1)" "$(($(stat -c %s "$folder/base.tar") / 1048576))"
