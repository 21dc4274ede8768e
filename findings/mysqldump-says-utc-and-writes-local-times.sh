#!/usr/bin/env bash
# A dump of mysqldump or mariadb-dump begins with SET TIME_ZONE='+00:00', so its times look like UTC. Only columns of the type
# TIMESTAMP are converted. Those of the type DATETIME, which many programs fill with NOW(), have the local time of the server,
# whose zone the dump contains nowhere. A reader that takes all times of a dump for UTC is wrong by some hours, in summer by
# others than in winter. It needs Debian's mariadb-server.
set -euo pipefail
directory=$(mktemp -d)
export TZ=Europe/Berlin
mysql_install_db --no-defaults --datadir="$directory/data" --auth-root-authentication-method=normal --user="$(id -un)" >/dev/null 2>&1
mariadbd --no-defaults --datadir="$directory/data" --socket="$directory/socket" --skip-networking --user="$(id -un)" >/dev/null 2>&1 &
server=$!
trap 'kill $server; wait $server || true; rm -rf "$directory"' EXIT
for _ in $(seq 100); do [ -S "$directory/socket" ] && break; sleep 0.1; done
client=(--no-defaults --socket="$directory/socket" --user=root)
mariadb "${client[@]}" --version
mariadb "${client[@]}" --execute "CREATE DATABASE d; CREATE TABLE d.t (season TEXT, a DATETIME, b TIMESTAMP NULL);
    SET timestamp = unix_timestamp('2026-01-15 13:00:00'); INSERT INTO d.t VALUES ('winter', now(), now());
    SET timestamp = unix_timestamp('2026-07-15 14:00:00'); INSERT INTO d.t VALUES ('summer', now(), now());"
echo 'input: a table with NOW() at noon UTC in winter and in summer, as DATETIME and as TIMESTAMP, on a server in Berlin'
echo "good guess: after SET TIME_ZONE='+00:00' all times of the dump are 12:00:00"
mariadb-dump "${client[@]}" d >"$directory/dump.sql"
grep "SET TIME_ZONE='+00:00'" "$directory/dump.sql"
sed --quiet '/INSERT INTO/,/;/s/^/seen: /p' "$directory/dump.sql"
grep --quiet "('winter','2026-01-15 13:00:00','2026-01-15 12:00:00')" "$directory/dump.sql"
grep --quiet "('summer','2026-07-15 14:00:00','2026-07-15 12:00:00')" "$directory/dump.sql"
if grep --quiet --ignore-case -e berlin -e CET "$directory/dump.sql"; then exit 1; fi
echo 'seen: no line of the dump names the zone'
