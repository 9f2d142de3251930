#!/bin/sh
# DATABASE_URL=postgres://… deploy/backup.sh FOLDER: writes one consistent copy of the database in use.
# Needs pg_dump of the server's version or newer. Prints the file's name. See docs/operate/backup.md.
set -eu
umask 077
: "${DATABASE_URL:?say which database: DATABASE_URL=postgres://…}"
file="${1:?say where to: deploy/backup.sh FOLDER}/pocketfleet-$(date -u +%Y%m%dT%H%M%SZ).dump"
# Removes the partial file of an interrupted backup.
trap 'rm -f "$file.part"' EXIT
# A shell that is ended by a signal does not run its EXIT trap by itself.
trap 'exit 1' HUP INT TERM
pg_dump --format=custom --no-owner --no-privileges --file="$file.part" "$DATABASE_URL"
# A backup counts only if it can be read to its end.
pg_restore --file=/dev/null "$file.part"
mv "$file.part" "$file"
echo "$file"
