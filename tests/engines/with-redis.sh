#!/usr/bin/env bash
# Runs a command where Redis is installed; tests start servers of their own. Where it is not installed and we are root on
# Debian, the package is installed. Usage: with-redis.sh COMMAND …
set -euo pipefail

if ! command -v redis-server >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo 'installing Redis from Debian packages …' >&2
    apt-get -qq update >&2
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends redis-server >&2
  else
    echo 'No Redis: install redis-server.' >&2
    exit 1
  fi
fi
exec "$@"
