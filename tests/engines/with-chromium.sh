#!/usr/bin/env bash
# Runs a command with TEST_CHROMIUM naming a Chromium, and TEST_CHROMIUM_SHELL naming its headless shell, which shows pages in
# less time. What is named or installed is used as it is; what is missing is installed where we are root on Debian. Without the
# shell Chromium does its work. Usage: with-chromium.sh COMMAND …
set -euo pipefail

if [ -z "${TEST_CHROMIUM:-}" ]; then
  TEST_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
fi
TEST_CHROMIUM_SHELL=${TEST_CHROMIUM_SHELL:-$(command -v chromium-headless-shell || true)}
if { [ -z "$TEST_CHROMIUM" ] || [ -z "$TEST_CHROMIUM_SHELL" ]; } && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'installing Chromium from Debian packages …' >&2
  install() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$1" >&2
  }
  apt-get -qq update >&2
  [ -n "$TEST_CHROMIUM" ] || install chromium
  [ -n "$TEST_CHROMIUM_SHELL" ] || install chromium-headless-shell || echo 'no headless shell in the packages' >&2
  TEST_CHROMIUM=${TEST_CHROMIUM:-$(command -v chromium)}
  TEST_CHROMIUM_SHELL=${TEST_CHROMIUM_SHELL:-$(command -v chromium-headless-shell || true)}
fi
if [ -z "$TEST_CHROMIUM" ]; then
  echo 'No Chromium: install one, or set TEST_CHROMIUM to its path.' >&2
  exit 1
fi
export TEST_CHROMIUM TEST_CHROMIUM_SHELL
"$@"
