#!/bin/sh
# DATABASE_URL=postgres://… deploy/restore.sh FILE: restores a backup into an empty database, before any node uses
# it. See docs/operate/backup.md.
set -eu
: "${DATABASE_URL:?say into which empty database: DATABASE_URL=postgres://…}"
file="${1:?say which backup: deploy/restore.sh FILE}"
if [ "$(psql --no-psqlrc -qtA -c "select to_regclass('migrations') is not null" "$DATABASE_URL")" != f ]; then
  echo "restore.sh: this database is in use. Make a new one and restore into that." >&2
  exit 1
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$file"
if ! psql --no-psqlrc -q -v ON_ERROR_STOP=1 -f "$(dirname "$0")/after-restore.sql" "$DATABASE_URL"; then
  echo "restore.sh: the data is in, but phones still count as clean. Start no node: make a new database and try again." >&2
  exit 1
fi
