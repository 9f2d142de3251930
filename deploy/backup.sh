#!/bin/sh
# DATABASE_URL=postgres://… deploy/backup.sh FOLDER: one consistent copy of the database, while it is used.
# Needs pg_dump of the server's version or newer. Prints the file. See docs/operate/backup.md.
set -eu
umask 077
: "${DATABASE_URL:?say which database: DATABASE_URL=postgres://…}"
file="${1:?say where to: deploy/backup.sh FOLDER}/pocketfleet-$(date -u +%Y%m%dT%H%M%SZ).dump"
# One that was broken off is not left lying there.
trap 'rm -f "$file.part"' EXIT
# A shell that a signal ends comes by no EXIT of its own.
trap 'exit 1' HUP INT TERM
pg_dump --format=custom --no-owner --no-privileges --file="$file.part" "$DATABASE_URL"
# What can't be read to its end is no backup.
pg_restore --file=/dev/null "$file.part"
mv "$file.part" "$file"
echo "$file"
