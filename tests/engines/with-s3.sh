#!/usr/bin/env bash
# Runs a command with TEST_S3_URL (in the form of OBJECTS_URL) and the AWS_ variables naming a real S3-compatible server. One
# that is named already is used as it is; else OpenStack Swift from Debian's packages is started twice in a temporary folder
# (TEST_S3_STOCK_URL: without conditional puts) and taken away afterwards. Where it is not installed and we are root on
# Debian, the package is installed. Usage: with-s3.sh COMMAND …
set -euo pipefail

if [ -n "${TEST_S3_URL:-}" ]; then exec "$@"; fi

# Debian's own Python by its path: one of a version manager does not see the package.
python=/usr/bin/python3
if ! "$python" -c 'import swift' 2>/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'installing OpenStack Swift from Debian packages …' >&2
    apt-get -qq update >&2
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends python3-swift >&2
  else
    echo 'No S3-compatible server: install python3-swift, or set TEST_S3_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.' >&2
    exit 1
  fi
fi

here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
pids=()
stop() {
  for pid in "${pids[@]}"; do kill -CONT "$pid" 2>/dev/null || true; kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap stop EXIT

# start NAME OPTIONS…: the port in $port
start() {
  local name=$1
  shift
  env -i PATH=/usr/bin:/bin "$python" -B "$here/s3-server.py" "$folder/$name" "$@" </dev/null >"$folder/$name.log" 2>&1 &
  local pid=$!
  pids+=("$pid")
  for _ in $(seq 1500); do
    [ -e "$folder/$name/ready" ] && break
    if ! kill -0 "$pid" 2>/dev/null; then break; fi
    sleep 0.02
  done
  if [ ! -e "$folder/$name/ready" ]; then
    echo 'The S3-compatible server does not start:' >&2
    tail -n 20 "$folder/$name.log" >&2
    exit 1
  fi
  port=$(cat "$folder/$name/ready")
}

start conditional
export TEST_S3_URL="s3://test/livehouse?endpoint=http://127.0.0.1:$port&region=us-east-1"
export TEST_S3_PID=${pids[0]}
start stock --stock
export TEST_S3_STOCK_URL="s3://test/livehouse?endpoint=http://127.0.0.1:$port&region=us-east-1"
export AWS_ACCESS_KEY_ID=AUTH_test AWS_SECRET_ACCESS_KEY=test-secret
"$@"
