#!/usr/bin/env bash
# Runs a command with TEST_CHROMIUM naming a Chromium. One that is named or installed is used as it is; where there is none
# and we are root on Debian, the package is installed. Usage: with-chromium.sh COMMAND …
set -euo pipefail

if [ -z "${TEST_CHROMIUM:-}" ]; then
  TEST_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
fi
if [ -z "$TEST_CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'installing Chromium from Debian packages …' >&2
  apt-get -qq update >&2
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends chromium >&2
  TEST_CHROMIUM=$(command -v chromium)
fi
if [ -z "$TEST_CHROMIUM" ]; then
  echo 'No Chromium: install one, or set TEST_CHROMIUM to its path.' >&2
  exit 1
fi
export TEST_CHROMIUM
"$@"
