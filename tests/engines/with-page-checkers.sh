#!/usr/bin/env bash
# Runs a command with the programs that check pages as others see them. Usage: with-page-checkers.sh COMMAND …
#   TEST_NU          the jar of the Nu HTML checker, which needs Java
#   TEST_LIGHTHOUSE  the command line of Lighthouse, a file that Node runs
# One that is named is used as it is; the others come from npm, Java from Debian's packages if we are root there. Chromium is that of
# with-chromium.sh.
set -euo pipefail

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT

if [ -z "${TEST_NU:-}" ]; then
  npm install --prefix "$programs/nu" --no-audit --no-fund --ignore-scripts vnu-jar@26.9.27 > /dev/null
  export TEST_NU="$programs/nu/node_modules/vnu-jar/build/dist/vnu.jar"
fi
if [ -z "${TEST_LIGHTHOUSE:-}" ]; then
  npm install --prefix "$programs/lighthouse" --no-audit --no-fund --ignore-scripts lighthouse@13.5.0 > /dev/null
  export TEST_LIGHTHOUSE="$programs/lighthouse/node_modules/lighthouse/cli/index.js"
fi
if ! command -v java > /dev/null; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo 'Install Java 11 or later.' >&2
    exit 1
  fi
  echo 'installing Java from Debian packages …' >&2
  apt-get -qq update >&2
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends default-jre-headless >&2
fi

"$@"
