#!/bin/sh
# Run once by the postgres image when its database is made: the product's role owns its database and nothing else.
set -eu
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role leadline login password :'password';
alter database leadline owner to leadline;
SQL
