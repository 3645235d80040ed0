-- Browsers that a member of staff has logged in from: their tries are counted apart, so that strangers cannot lock them out (R4.5).
create table staff_device (
  staff_id text not null references staff on delete cascade,
  device_digest bytea not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  primary key (staff_id, device_digest)
);
create index staff_device_age on staff_device (last_seen_at);

-- A one-time password serves one login. Nodes of the version before neither write nor read the mark.
alter table staff add column one_time_used_at timestamptz(3);
