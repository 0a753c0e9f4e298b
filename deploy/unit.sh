#!/usr/bin/env bash
# Runs deploy/livehouse.service for real: boots a Debian with systemd in a container, installs the project there as
# docs/operating.md says, and checks the service under the restrictions of the unit: sample, account, picture, rolling restart,
# killed main process, stop. The container has a network of its own, so no port is taken. Needs root, mmdebstrap,
# systemd-nspawn and npm; `--install` installs the Debian packages. Exits with 1 if a check fails, and with 77 if this machine
# cannot boot systemd in a container. Run from anywhere.
set -uo pipefail
cd "$(dirname "$0")/.."
NODE=22
base=http://127.0.0.1:8080
unit=livehouse.service

if [ "${1:-}" = --install ]; then
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends \
    mmdebstrap systemd-container >/dev/null || exit 1
fi
[ "$(id -u)" = 0 ] || { echo 'skipped: only root can boot a container'; exit 77; }
for program in mmdebstrap systemd-nspawn nsenter pgrep git node npm curl; do
  command -v "$program" >/dev/null || { echo "$program is missing: deploy/unit.sh --install"; exit 1; }
done

folder=$(mktemp -d)
chmod 755 "$folder"
root="$folder/root"
container=
leader=
groups=()
failed=0

alive() { [ -n "$1" ] && kill -0 "$1" 2>/dev/null; }
finish() {
  touch "$folder/enough"
  if alive "$container"; then
    # systemd-nspawn passes this on as the order to shut down.
    kill -TERM "$container"
    for _ in $(seq 150); do alive "$container" || break; sleep 0.2; done
  fi
  # Without its first process the kernel ends all others of the container.
  alive "$leader" && kill -KILL "$leader"
  alive "$container" && kill -KILL "$container"
  wait 2>/dev/null
  for group in "${groups[@]}"; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM

step() { printf '%s\n' "-- $1"; }
say() { printf '%-5s %s\n' "$1" "$2"; }
# Never `| grep -q` here: it ends early, and pipefail then takes the program before it for failed.
give_up() {
  cat "$1"
  say FAIL "$2"
  exit 1
}
# A check goes on after a failure within it, and fails if it said anything by `wrong`.
wrong() {
  echo "      $*"
  touch "$folder/wrong"
}
try() {
  rm -f "$folder/wrong" "$folder/note"
  "$2" || touch "$folder/wrong"
  if [ -e "$folder/wrong" ]; then
    say FAIL "$1"
    failed=1
  else
    say ok "$1$(cat "$folder/note" 2>/dev/null)"
  fi
}
inside() { nsenter -t "$leader" -m -u -i -n -p -- "$@"; }
ask() { nsenter -t "$leader" -n -- curl -s --max-time 30 -H "Origin: http://localhost:8080" -H 'Host: localhost:8080' \
  -b "$folder/cookies" -c "$folder/cookies" "$@"; }
property() { inside systemctl show -P "$1" "$unit"; }
journal() { inside journalctl -u "$unit" -o cat --no-pager "$@"; }
# Processes of the unit, as this machine numbers them.
people() { pgrep -u "$uid" --ns "$leader" --nslist pid "$@"; }
operator() {
  inside systemd-run --quiet --pipe --wait -p User=livehouse -p EnvironmentFile=/etc/livehouse.env \
    -E LIVEHOUSE_DATA=/var/lib/livehouse /opt/livehouse/bin/livehouse "$@"
}
ready() {
  for _ in $(seq 300); do
    [ "$(property ActiveState)" = active ] && ask "$base/readyz" | grep '"status":"ok".*"database":"ok"' >/dev/null && return
    [ "$(property ActiveState)" = failed ] && break
    sleep 0.2
  done
  journal -n 40
  wrong "the service is $(property ActiveState) and not ready"
}

step 'a Debian with systemd, Node and the project'
mmdebstrap --quiet --variant=minbase --include=ca-certificates,dbus,systemd-sysv bookworm "$root" 2>"$folder/log" ||
  give_up "$folder/log" 'mmdebstrap'
# Node of Debian 12 is too old for the service.
machine=$(node -p process.arch)
(cd "$folder" && npm pack --silent "node-linux-$machine@$NODE" >/dev/null 2>"$folder/log") || give_up "$folder/log" 'npm pack'
tar -C "$root/usr" -xzf "$folder"/node-linux-*.tgz --strip-components=1 package/bin
mkdir "$root/opt/livehouse"
git archive HEAD | tar --no-same-owner -x -C "$root/opt/livehouse"
(cd "$root/opt/livehouse" && npm ci --omit=dev --no-audit --no-fund --silent) >"$folder/log" 2>&1 || give_up "$folder/log" 'npm ci'
chroot "$root" useradd --system --home-dir /var/lib/livehouse --shell /usr/sbin/nologin livehouse
uid=$(chroot "$root" id -u livehouse)
printf '%s\n' HOST=127.0.0.1 PORT=8080 PROVIDER_URL=off >"$root/etc/livehouse.env"
cp "$root/opt/livehouse/deploy/$unit" "$root/etc/systemd/system/"
# The same restrictions for other programs: checks of the engines, and writing where everybody may write.
mkdir -m 1777 "$root/srv/open"
restricted() { # name, command
  sed -e "s#^ExecStart=.*#ExecStart=$2#" -e 's/^Type=.*/Type=oneshot/' -e '/^Restart/d' -e '/^ExecReload/d' -e '/^\[Install\]/,$d' \
    "deploy/$unit" >"$root/etc/systemd/system/$1.service"
}
restricted doctor '/usr/bin/node /opt/livehouse/bin/livehouse.js doctor'
restricted writer '/bin/sh -c "for place in /srv/open /var/tmp /tmp /dev/shm /var/lib/livehouse; do touch $place/written 2>/dev/null \&\& echo $place; done"'
chroot "$root" systemctl --quiet enable "$unit"

step 'the start of systemd'
options=(--quiet --boot --register=no --private-network --console=pipe --machine=livehouse-unit --directory="$root")
# The filter of systemd-nspawn in Debian 12 does not know these calls, which no machine without it refuses.
options+=(--system-call-filter='landlock_create_ruleset landlock_add_rule landlock_restrict_self')
if [ ! -d /run/systemd/system ]; then
  # No systemd here that could make a control group for the container.
  options+=(--keep-unit)
  for hierarchy in /sys/fs/cgroup/systemd /sys/fs/cgroup/unified /sys/fs/cgroup; do
    [ -e "$hierarchy/cgroup.procs" ] && mkdir "$hierarchy/livehouse-unit-$$" && groups+=("$hierarchy/livehouse-unit-$$")
  done
fi
(
  for group in "${groups[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
  exec nice systemd-nspawn "${options[@]}" </dev/null >"$folder/boot.log" 2>&1
) &
container=$!
for _ in $(seq 150); do
  alive "$container" || break
  leader=$(pgrep -P "$container" -x systemd) && state=$(inside systemctl is-system-running 2>/dev/null)
  case "${state:-}" in running | degraded) break ;; esac
  sleep 0.2
done
case "${state:-}" in
  running | degraded) ;;
  *)
    cat "$folder/boot.log"
    echo "skipped: systemd does not start in a container of this machine (${state:-no answer}); the lines above say why"
    exit 77
    ;;
esac

check_start() {
  ready
  [ "$state" = running ] || inside systemctl --failed --no-legend --plain | while read -r line; do wrong "$line"; done
}
check_sample() {
  local path status
  for path in / /catalog/demo/songs/1001 /api/v1/servers/demo/songs/1001 /sonolus/info /community; do
    status=$(ask -o "$folder/answer" -w '%{http_code}' "$base$path")
    [ "$status" = 200 ] && [ -s "$folder/answer" ] || wrong "$path: $status"
  done
}
check_engines() {
  inside systemctl start doctor || wrong 'livehouse doctor failed'
  inside journalctl -u doctor -o cat --no-pager >"$folder/answer"
  # What the kernel lacks is missing without the unit as well.
  if operator doctor | grep '^ok  *confinement' >/dev/null; then
    grep -q '^ok  *confinement' "$folder/answer" || wrong "$(grep confinement "$folder/answer")"
  else
    printf ' (as far as this kernel can)' >"$folder/note"
  fi
  grep -q '^ok  *pictures' "$folder/answer" || wrong "$(cat "$folder/answer")"
}
check_user() {
  local process owner
  for process in $(inside sh -c "cat /sys/fs/cgroup/*/system.slice/$unit/cgroup.procs /sys/fs/cgroup/system.slice/$unit/cgroup.procs" 2>/dev/null | sort -u); do
    owner=$(inside stat -c %U "/proc/$process")
    [ "$owner" = livehouse ] || wrong "process $process belongs to $owner"
    echo "$process" >>"$folder/processes"
  done
  [ "$(wc -l <"$folder/processes")" -gt 5 ] || wrong 'the processes of the unit were not found'
}
check_writes() {
  local found
  inside systemctl start writer || wrong 'the program that writes did not run'
  found=$(inside journalctl -u writer -o cat --no-pager | grep ^/ | sort | tr '\n' ' ')
  # /tmp and /var/tmp are private to the unit; /dev/shm is memory, where PostgreSQL keeps what its processes share.
  [ "$found" = '/dev/shm /tmp /var/lib/livehouse /var/tmp ' ] || wrong "writable: $found"
  [ ! -e "$root/tmp/written" ] || wrong '/tmp is not private'
  rm -f "$root/var/lib/livehouse/written"
  inside rm -f /dev/shm/written
  found=$(inside find / -xdev -path /var/lib/livehouse -prune -o -user livehouse -print | head)
  [ -z "$found" ] || wrong "files of livehouse: $found"
  [ "$(stat -c '%U %a' "$root/var/lib/livehouse" | sed "s/.* //")" = 700 ] || wrong 'others can read /var/lib/livehouse'
}
PASSWORD='seven lanterns on the quay'
sign_in() {
  ask -o "$folder/answer" -w '%{http_code}' "$base/api/auth/sign-in/email" -H 'Content-Type: application/json' \
    -d "{\"email\":\"mio@example.org\",\"password\":\"$PASSWORD\"}"
}
check_account() {
  local before
  before=$(people -f 'bin/postgres -D')
  [ -n "$before" ] || wrong 'the database of the service was not found'
  printf %s "$PASSWORD" | operator accounts create mio@example.org --password-stdin --json >"$folder/answer" 2>&1 ||
    wrong "$(cat "$folder/answer")"
  [ "$(sign_in)" = 200 ] || wrong "$(cat "$folder/answer")"
  [ "$before" = "$(people -f 'bin/postgres -D')" ] || wrong 'the command stopped the database of the service'
}
avatar() { ask "$base/api/v1/account/profile" | grep -o '"avatarUrl":"[^"]*"' | cut -d'"' -f4; }
check_picture() {
  local status
  status=$(ask -X PUT -o "$folder/answer" -w '%{http_code}' "$base/api/v1/account/avatar" -H 'Content-Type: image/png' \
    --data-binary @src/web/assets/icon-192.png)
  [ "$status" = 202 ] || wrong "$status $(cat "$folder/answer")"
  for _ in $(seq 100); do [ -n "$(avatar)" ] && break; sleep 0.2; done
  [ "$(ask -o /dev/null -w '%{http_code}' "$base$(avatar)")" = 200 ] || wrong 'the picture is not there'
}
# One visitor who connects anew each time, one who keeps the connection; both read a release and the database.
visit_on() {
  while [ ! -e "$folder/enough" ]; do
    nsenter -t "$leader" -n -- curl -s --max-time 30 --rate 50/s -o /dev/null -w '%{http_code} %{errormsg}\n' "$@"
  done
}
check_reload() {
  local before visitors=() lost
  before=$(people -f worker-process.ts | sort)
  [ "$(wc -l <<<"$before")" = 2 ] || wrong "instead of two workers: $before"
  # The kernel may reset a connection that arrives while the old worker closes its socket (docs/operating.md, Rolling restart).
  inside sh -c 'echo 1 >/proc/sys/net/ipv4/tcp_migrate_req' || wrong 'net.ipv4.tcp_migrate_req is not there'
  visit_on "$base/api/v1/servers/demo/songs/1001" >"$folder/visits-1" & visitors+=($!)
  visit_on "$base/api/v1/community/posts" >"$folder/visits-2" & visitors+=($!)
  visit_on "$base/api/v1/servers/demo/songs/1001?n=[1-150]" >"$folder/visits-3" & visitors+=($!)
  visit_on "$base/api/v1/community/posts?limit=[1-50]" >"$folder/visits-4" & visitors+=($!)
  inside systemctl reload "$unit" || wrong 'systemctl reload failed'
  for _ in $(seq 300); do journal | grep '"the workers are replaced"' >/dev/null && break; sleep 0.2; done
  touch "$folder/enough"
  wait "${visitors[@]}"
  rm "$folder/enough"
  journal | grep '"the workers are replaced"' >/dev/null || wrong 'the workers were not replaced'
  [ -z "$(comm -12 <(echo "$before") <(people -f worker-process.ts | sort))" ] || wrong 'a worker is still the old one'
  lost=$(grep -hv '^200 $' "$folder"/visits-* | sort | uniq -c)
  [ -z "$lost" ] || wrong "lost: $lost"
  [ "$(cat "$folder"/visits-* | wc -l)" -gt 200 ] || wrong 'too few requests to tell'
  echo ", of $(cat "$folder"/visits-* | wc -l)" >"$folder/note"
}
check_kill() {
  local before
  before=$(people | sort)
  [ -n "$before" ] || wrong 'the processes of the unit were not found'
  inside systemctl kill -s KILL --kill-who=main "$unit"
  for _ in $(seq 100); do [ "$(property NRestarts)" = 1 ] && break; sleep 0.2; done
  [ "$(property NRestarts)" = 1 ] || wrong 'it was not started again'
  ready
  [ -z "$(comm -12 <(echo "$before") <(people | sort))" ] || wrong 'processes of before are left'
  rm -f "$folder/cookies"
  [ "$(sign_in)" = 200 ] || wrong "$(cat "$folder/answer")"
  [ "$(ask -o /dev/null -w '%{http_code}' "$base$(avatar)")" = 200 ] || wrong 'the picture is gone'
}
check_stop() {
  local begin
  # The kill before is not meant.
  sleep 1
  begin=@$(date +%s)
  inside systemctl stop "$unit" || wrong 'systemctl stop failed'
  [ "$(property ActiveState) $(property Result) $(property ExecMainStatus)" = 'inactive success 0' ] ||
    wrong "$(property ActiveState) $(property Result) $(property ExecMainStatus)"
  if journal --since "$begin" | grep -E 'SIGKILL|timed out'; then wrong 'systemd had to kill'; fi
  people -a && wrong 'processes are left'
  ask "$base/readyz" && wrong 'the port still answers'
  [ -z "$(inside find /tmp /var/tmp /dev/shm -user livehouse)" ] || wrong "files are left: $(inside find /tmp /var/tmp /dev/shm -user livehouse)"
  tail -n 1 "$root/var/lib/livehouse/postgres/server.log" | grep 'database system is shut down' >/dev/null || wrong 'PostgreSQL was not shut down'
}

step 'the unit'
try 'starts with the machine; /readyz answers 200' check_start
try 'the published sample answers' check_sample
try 'livehouse doctor under the restrictions of the unit; decoders are confined' check_engines
try 'every process runs as livehouse' check_user
try 'writes below /var/lib/livehouse only, apart from private temporary folders' check_writes
try 'accounts create beside the running service; the account signs in' check_account
try 'an uploaded picture is decoded and served' check_picture
try 'systemctl reload replaces the workers and loses no request' check_reload
try 'kill -9 of the main process: started again, with its data' check_kill
try 'systemctl stop ends it cleanly and leaves nothing' check_stop
[ "$failed" = 0 ] || inside journalctl -u "$unit" -o cat --no-pager -n 60
exit "$failed"
