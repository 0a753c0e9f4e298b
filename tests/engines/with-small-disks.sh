#!/usr/bin/env bash
# Runs a command with TEST_SMALL_DISKS naming a folder with four small file systems, `store`, `work`, `backups` (64 MiB each) and
# `house` (256 MiB), that tests may fill to the last byte. A folder that is named already is used as it is; else they are
# memory file systems in a mount namespace of the command's own, which go away with it: root needs the right to mount, an
# ordinary user the right to have a user namespace. Where neither is allowed it says so and fails.
# Usage: with-small-disks.sh COMMAND …
set -euo pipefail

if [ -n "${TEST_SMALL_DISKS:-}" ]; then exec "$@"; fi

if ! command -v unshare >/dev/null; then
  echo 'No small disks: there is no unshare (util-linux, Linux only). Name a folder with small file systems (store, work, backups, house) in TEST_SMALL_DISKS.' >&2
  exit 1
fi

TEST_SMALL_DISKS=$(mktemp -d)
export TEST_SMALL_DISKS
trap 'rmdir "$TEST_SMALL_DISKS"/store "$TEST_SMALL_DISKS"/work "$TEST_SMALL_DISKS"/backups "$TEST_SMALL_DISKS"/house "$TEST_SMALL_DISKS"' EXIT
mkdir "$TEST_SMALL_DISKS"/store "$TEST_SMALL_DISKS"/work "$TEST_SMALL_DISKS"/backups "$TEST_SMALL_DISKS"/house

mounts='for disk in store=64m work=64m backups=64m house=256m; do
  mount -t tmpfs -o size="${disk#*=}",mode=0700 livehouse-test "$TEST_SMALL_DISKS/${disk%=*}" || exit 97
done
exec "$@"'

if [ "$(id -u)" = 0 ]; then
  way=(unshare --mount bash -c "$mounts" bash)
else
  # Mounts as root of a namespace of our own, and back to ourselves in another below it: PostgreSQL does not run as root.
  way=(unshare --map-root-user --mount bash -c "$mounts" bash
    unshare --user --map-user="$(id -u)" --map-group="$(id -g)" --)
fi
if ! problem=$("${way[@]}" true 2>&1); then
  echo "No small disks: this machine lets $(id -un) mount nothing, not even in a namespace ($problem)." >&2
  echo 'Name a folder with small file systems (store, work, backups, house) in TEST_SMALL_DISKS.' >&2
  exit 1
fi
"${way[@]}" "$@"
