-- The second factor of staff (R11.1): one that is being set up beside the one in force, and recovery codes. Nodes of the version before
-- neither write nor read them.
alter table staff
  add column totp_pending_sealed bytea,
  add column last_login_at timestamptz(3),
  add column lock_reason text not null default '' check (char_length(lock_reason) <= 200);

-- One login each, for one who has lost the device.
create table staff_recovery_code (
  staff_id text not null references staff on delete cascade,
  code_digest bytea not null check (octet_length(code_digest) = 32),
  primary key (staff_id, code_digest)
);
