#!/usr/bin/env bash
# Runs a command with TEST_POSTGRES_URL naming an outside PostgreSQL 15 or later. One that is named already is used as it
# is; else a server of the machine's own packages is started in a temporary folder and taken away afterwards. Where none
# is installed and we are root on Debian, the package is installed. Usage: with-postgres.sh COMMAND …
set -euo pipefail

if [ -n "${TEST_POSTGRES_URL:-}" ]; then exec "$@"; fi

newest_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -V | tail -n 1; }

bin=$(newest_bin || true)
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'installing PostgreSQL from Debian packages …' >&2
    apt-get -qq update >&2
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends postgresql >&2
    bin=$(newest_bin)
  else
    echo 'No outside PostgreSQL: install one (15 or later), or set TEST_POSTGRES_URL.' >&2
    exit 1
  fi
fi

folder=$(mktemp -d)
chmod 755 "$folder"
run=()
if [ "$(id -u)" = 0 ]; then
  chown nobody "$folder"
  run=(setpriv --reuid nobody --clear-groups)
fi
port=$(node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')

stop() {
  "${run[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT

"${run[@]}" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log"
"${run[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" \
  -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$folder -c max_connections=200" start >/dev/null

export TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres"
"$@"
