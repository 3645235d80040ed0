#!/bin/sh
# Once, in an empty database server: the user that owns the tables, which is no superuser, its two roles and its database.
set -eu
password=$(cat /run/secrets/database-password)
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$password" --username postgres <<'SQL'
create role ronghui login password :'password';
create role ronghui_service nologin;
create role ronghui_tenant nologin;
grant ronghui_service, ronghui_tenant to ronghui;
create database ronghui owner ronghui template template0 encoding 'UTF8';
SQL
