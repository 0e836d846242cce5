#!/bin/sh
# Run once by Patroni, with the address of the new database server: the product's role owns its database and nothing else.
set -eu
psql --dbname="$1" --set=ON_ERROR_STOP=1 --set=password="$LEADLINE_PASSWORD" <<'SQL'
create role leadline login password :'password';
-- Through PgBouncer a connection cannot bring settings of its own.
alter role leadline set statement_timeout = '30s';
alter role leadline set idle_in_transaction_session_timeout = '15s';
alter role leadline set jit = off;
create database leadline owner leadline;
SQL
