-- The safety of an account (R10.9): codes for more scenes, TOTP by choice, closing with time to change one's mind.

-- A code's bond names a mobile or, for a code by mail, an address; both as keyed digests.
alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check check (scene in (
  'register', 'findPwd', 'login', 'newDevice', 'stepUp', 'updateMobileOld', 'updateMobileNew', 'updateEmail', 'closeAccount'));

alter table user_account
  add column password_changed_at timestamptz(3),
  add column closing_at timestamptz(3); -- when the closing that was asked for takes effect
create index user_account_closing on user_account (closing_at) where closing_at is not null and status = 'active';

-- What a session is recognised by, kept with the login that began it.
alter table login_history add column device text not null default '' check (char_length(device) <= 60);

-- A time-based one-time password (RFC 6238). It counts once it is confirmed; a step serves once.
create table user_totp (
  user_id text primary key references user_account on delete cascade,
  secret_sealed bytea not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now()
);

-- One login each, for one who has lost the device.
create table user_recovery_code (
  user_id text not null references user_totp on delete cascade,
  code_digest bytea not null check (octet_length(code_digest) = 32),
  primary key (user_id, code_digest)
);
