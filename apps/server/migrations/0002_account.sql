-- Accounts (people), tenants (merchants) and who belongs where. A mobile is stored three times: as a keyed digest to find it by, sealed
-- under the installation's key to write to it, and masked to show it; never in clear.

create table tenant (
  tenant_id text primary key,
  name text not null default '' check (char_length(name) <= 120),
  uscc text unique check (char_length(uscc) = 18),
  industry text check (char_length(industry) <= 60),
  province_code text check (char_length(province_code) <= 12),
  city_code text check (char_length(city_code) <= 12),
  address text check (char_length(address) <= 200),
  contact_name text check (char_length(contact_name) <= 60),
  contact_email text check (char_length(contact_email) <= 120),
  logo_file_id text,
  second_approver boolean not null default false,
  certification_status text not null default 'none'
    check (certification_status in ('none', 'pending', 'pendingTransfer', 'passed', 'rejected')),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version bigint not null default 1 check (version >= 1)
);
select tenant_owned('tenant');
-- A tenant is made at registration and closed by ops; its certification moves by its own rules.
revoke insert, update, delete on tenant from ronghui_tenant;
grant update (name, industry, province_code, city_code, address, contact_name, contact_email, logo_file_id, second_approver, updated_at, version)
  on tenant to ronghui_tenant;

create table user_account (
  user_id text primary key,
  mobile_digest bytea not null unique check (octet_length(mobile_digest) = 32),
  mobile_sealed bytea not null,
  mobile_masked text not null check (char_length(mobile_masked) <= 20),
  name text not null default '' check (char_length(name) <= 60),
  email_masked text not null default '' check (char_length(email_masked) <= 120),
  password_hash text not null check (password_hash like '$argon2id$%'),
  status text not null default 'active' check (status in ('active', 'locked', 'cancelled')), -- locked: by ops
  new_device_proof boolean not null default false,
  last_tenant_id text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version bigint not null default 1 check (version >= 1)
);

create table member (
  tenant_id text not null references tenant,
  user_id text not null references user_account,
  role text not null check (role in ('owner', 'finance', 'viewer')),
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, user_id)
);
create index member_user on member (user_id, created_at);
create unique index member_one_owner on member (tenant_id) where role = 'owner';
select tenant_owned('member');

-- The last five hashes, the present one among them (R5.2).
create table password_history (
  password_history_id bigint generated always as identity primary key,
  user_id text not null references user_account on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default app_now()
);
create index password_history_user on password_history (user_id, password_history_id desc);

-- Tries at a mobile, whether or not it has an account (R4.5). An empty device digest counts all strangers' devices together;
-- a device that the owner has logged in from has a row of its own.
create table login_guard (
  mobile_digest bytea not null,
  device_digest bytea not null default '\x',
  tried_at timestamptz[] not null default '{}',
  locked_until timestamptz,
  locked_at timestamptz[] not null default '{}',
  until_ops boolean not null default false,
  lock_serial int not null default 0,
  updated_at timestamptz not null default app_now(),
  primary key (mobile_digest, device_digest)
);
create index login_guard_age on login_guard (updated_at) where not until_ops;

-- A code as its digest, bound to mobile, scene and browser session; a new one takes the old one's row.
create table sms_code (
  mobile_digest bytea not null,
  scene text not null check (scene in ('register', 'findPwd', 'login', 'newDevice')),
  session_id text not null,
  code_id text not null unique,
  code_digest bytea not null,
  tries int not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  primary key (mobile_digest, scene, session_id)
);
create index sms_code_expiry on sms_code (expires_at);

-- When messages were sent to a mobile within a day: one a minute and ten a day (R5.3).
create table sms_quota (
  mobile_digest bytea primary key,
  sent_at timestamptz[] not null,
  updated_at timestamptz not null default app_now()
);
create index sms_quota_age on sms_quota (updated_at);

-- Messages of the whole installation within a minute and a day: what bounds the bill.
create table sms_budget (
  window_kind text not null check (window_kind in ('minute', 'day')),
  starts_at timestamptz not null,
  sent int not null check (sent >= 0),
  primary key (window_kind, starts_at)
);

-- Browsers that a user has logged in from.
create table known_device (
  user_id text not null references user_account on delete cascade,
  device_digest bytea not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  primary key (user_id, device_digest)
);
create index known_device_age on known_device (last_seen_at);

-- Tries that were verified, told to the user as their login history. A number without an account leaves a row too: the same work for both.
create table login_history (
  login_id text primary key,
  mobile_digest bytea not null,
  user_id text,
  method text not null check (method in ('password', 'sms', 'register')),
  result text not null check (result in ('success', 'failed')),
  address text not null,
  known_device boolean not null,
  created_at timestamptz not null default app_now()
);
create index login_history_user on login_history (user_id, created_at desc) where user_id is not null;
create index login_history_age on login_history (created_at);
create index login_history_unowned on login_history (created_at) where user_id is null;

-- What was agreed to, in which words, by whom, when and from where (R10.6). Evidence: written once, withdrawn by a mark.
create table consent (
  tenant_id text not null references tenant,
  consent_id text not null,
  user_id text not null references user_account,
  scene text not null,
  agreement_id text not null,
  agreement_version text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  granted_at timestamptz not null default app_now(),
  address text not null,
  request_id text not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, consent_id)
);
create index consent_user on consent (user_id, granted_at desc);
select tenant_owned('consent');
revoke update, delete on consent from ronghui_tenant, ronghui_service;
grant update (withdrawn_at) on consent to ronghui_tenant, ronghui_service;
