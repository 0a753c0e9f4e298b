#!/usr/bin/env bash
# Rehearses a restore: imports the newest verified backup of BACKUP_TO into a folder of its own with an embedded database, reads every
# byte of its current releases, and says how old what it found is. The running instance is not touched. Run it with the
# environment and as the user of the service; exits with 1 if anything fails. Usage: deploy/restore-drill.sh [FOLDER]
# Without FOLDER, a temporary one is used and removed; it needs room for a whole copy of the instance.
set -euo pipefail
livehouse() { sh "$(dirname "$0")/../bin/livehouse" "$@"; }
value() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"; }
say() { printf '%s\n' "$*"; }

if [ -n "${1:-}" ]; then folder=$1; else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
began=$(date +%s)

# The backups are listed newest first, one object each.
newest=$(livehouse backup list --json | tr '{' '\n' | grep '"state":"verified"' | head -n 1) ||
  { say 'There is no verified backup.' >&2; exit 1; }
name=$(value name <<<"$newest")
made=$(($(value madeAt <<<"$newest") / 1000))
case "$BACKUP_TO" in
  # The name comes before the query.
  *\?*) place="${BACKUP_TO%%\?*}"; place="${place%/}/$name/?${BACKUP_TO#*\?}" ;;
  *) place="${BACKUP_TO%/}/$name" ;;
esac

# What follows works on the restored instance.
if [ -n "${AUTH_SECRET:-}" ]; then export AUTH_SECRET; elif [ -f "${LIVEHOUSE_DATA:-data}/auth-secret" ] && [ ! -e "$folder/auth-secret" ]; then
  mkdir -p "$folder"
  (umask 077 && cat "${LIVEHOUSE_DATA:-data}/auth-secret" >"$folder/auth-secret")
fi
export LIVEHOUSE_DATA=$folder DATABASE_URL='' OBJECTS_URL='' BACKUP_SCHEDULE='' CACHE_DIR=''
livehouse import "$place"
unset BACKUP_TO
livehouse migrate
accounts=$(livehouse accounts list --json | grep -o '"uid":' | wc -l)
for server in $(livehouse releases list --json | grep -o '"id":"[^"]*","displayName"' | cut -d '"' -f 4); do
  livehouse releases verify "$server"
done
ended=$(date +%s)
say "Restored $name with $accounts accounts in $((ended - began)) seconds."
say "If the instance were lost now, $(((began - made + 59) / 60)) minutes would be lost."
