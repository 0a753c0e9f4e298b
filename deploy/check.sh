#!/usr/bin/env bash
# Validates the deployment files, each by its own tool: nginx -t, systemd-analyze verify, docker compose config. A check whose
# tool is missing says so and is left out; `--install` takes missing tools from Debian's packages first, where it may (as
# root). Exit 1 when a check fails, or when none could be made. Nothing is started.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
made=0

say() { printf '%-5s %s\n' "$1" "$2"; }
try() {
  local name=$1
  shift
  made=$((made + 1))
  if "$@" >"$folder/out" 2>&1; then say ok "$name"; else cat "$folder/out"; say FAIL "$name"; failed=1; fi
}
has_compose() { docker compose version >/dev/null 2>&1 || command -v docker-compose >/dev/null; }

if [ "${1:-}" = --install ]; then
  missing=()
  command -v nginx >/dev/null || missing+=(nginx-light)
  command -v systemd-analyze >/dev/null || missing+=(systemd)
  has_compose || missing+=(docker-compose)
  if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing ${missing[*]} from Debian packages …" >&2
    apt-get -qq update >&2
    # One by one: one that cannot be had does not keep the others away.
    for package in "${missing[@]}"; do
      DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$package" \
        >"$folder/install" 2>&1 || { tail -n 3 "$folder/install" >&2; echo "$package could not be installed" >&2; }
    done
  fi
fi

if command -v nginx >/dev/null; then
  sed "s#/var/cache/nginx/livehouse#$folder/cache#" deploy/nginx.conf >"$folder/site.conf"
  printf 'pid %s/pid; error_log stderr; events {}\nhttp { access_log off; include %s/site.conf; }\n' "$folder" "$folder" \
    >"$folder/nginx.conf"
  try 'nginx -t: deploy/nginx.conf' nginx -t -c "$folder/nginx.conf"
else
  say none 'nginx is not installed: deploy/nginx.conf is not checked'
fi

if command -v systemd-analyze >/dev/null; then
  # Programs and accounts of the machine it will run on need not be here.
  sed -e "s#^ExecStart=.*#ExecStart=$(command -v true)#" deploy/livehouse.service >"$folder/livehouse.service"
  try 'systemd-analyze verify: deploy/livehouse.service' systemd-analyze verify "$folder/livehouse.service"
else
  say none 'systemd-analyze is not installed: deploy/livehouse.service is not checked'
fi

export POSTGRES_PASSWORD=x OBJECTS_KEY=x OBJECTS_SECRET=x AUTH_SECRET=x
if docker compose version >/dev/null 2>&1; then
  try 'docker compose config: compose.yaml' docker compose -f compose.yaml config -q
elif command -v docker-compose >/dev/null; then
  try 'docker-compose config: compose.yaml' docker-compose -f compose.yaml config -q
else
  say none 'docker compose is not installed: compose.yaml is not checked'
fi

[ "$made" -gt 0 ] || { say FAIL 'no check could be made'; failed=1; }
exit "$failed"
