#!/bin/sh
# Writes what compose.yaml hands over as files into ./secrets, or into the folder that is named; a file that is there stays as it is.
# Keep master-key and pepper-key elsewhere too: without them no backup can be used.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"
random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
once() { # name; the value on standard input
  if [ -e "$folder/$1" ]; then cat >/dev/null; else cat >"$folder/$1"; fi
  # Readable in the containers, whose users have other numbers; the folder is closed.
  chmod 644 "$folder/$1"
}
for name in master-key pepper-key database-password postgres-password redis-password metrics-token; do random | once "$name"; done
printf 'postgres://ronghui:%s@database:5432/ronghui' "$(cat "$folder/database-password")" | once database-url
printf 'redis://:%s@state:6379' "$(cat "$folder/redis-password")" | once redis-url
if [ ! -e "$folder/haproxy.pem" ]; then
  # For a first look alone: put the certificate of your name with its key there.
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$folder/.key" -out "$folder/.certificate" 2>/dev/null
  cat "$folder/.certificate" "$folder/.key" | once haproxy.pem
  rm "$folder/.certificate" "$folder/.key"
fi
