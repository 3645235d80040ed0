-- The provider's staff (R11.1), and sessions whose owner is a member of staff or a merchant's user.

create table staff (
  staff_id text primary key,
  account text not null unique check (account ~ '^[a-z][a-z0-9._-]{2,31}$'),
  name text not null default '' check (char_length(name) <= 60),
  password_hash text not null check (password_hash like '$argon2id$%'),
  must_change_password boolean not null default false,
  one_time_until timestamptz(3), -- the end of a one-time password; null for one that its owner chose
  roles text[] not null check (cardinality(roles) between 1 and 5 and roles <@ array['admin', 'content', 'review', 'finance', 'support']),
  status text not null default 'active' check (status in ('active', 'locked', 'closed')), -- both by an admin
  totp_secret_sealed bytea,
  totp_confirmed_at timestamptz(3),
  totp_last_step bigint not null default 0, -- a step serves once
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  check (one_time_until is null or must_change_password),
  check (totp_confirmed_at is null or totp_secret_sealed is not null)
);

-- The last five hashes, the present one among them (R5.2).
create table staff_password (
  staff_password_id bigint generated always as identity primary key,
  staff_id text not null references staff on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default app_now()
);
create index staff_password_staff on staff_password (staff_id, staff_password_id desc);

-- Tries at an account name, or at a second factor, whether or not there is such an account (R4.5).
create table staff_guard (
  subject_digest bytea primary key,
  tried_at timestamptz[] not null default '{}',
  locked_until timestamptz,
  locked_at timestamptz[] not null default '{}',
  until_ops boolean not null default false,
  lock_serial int not null default 0,
  updated_at timestamptz not null default app_now()
);
create index staff_guard_age on staff_guard (updated_at) where not until_ops;

-- area: whose pages, and so which cookie, a session belongs to. Nodes of the version before write neither area nor staff_id.
alter table session
  add column area text not null default 'portal' check (area in ('portal', 'ops')),
  add column staff_id text,
  add column staff_roles text[] not null default '{}',
  add column pending_setup text[] not null default '{}' check (pending_setup <@ array['password', 'totp']),
  add column owner_id text generated always as (coalesce(user_id, staff_id)) stored;
alter table session drop constraint session_check;
alter table session add constraint session_owner check (case kind
  when 'anon' then user_id is null and staff_id is null
  when 'merchant' then area = 'portal' and user_id is not null and staff_id is null
  else area = 'ops' and staff_id is not null and user_id is null and tenant_id is null and role is null end);
drop index session_by_user;
create index session_by_owner on session (owner_id, created_at) where owner_id is not null;

-- Who acted: a visitor, a merchant's user, a member of staff, the system, or an operator at the command line. Rows of before have none.
alter table audit_event
  add column actor_kind text check (actor_kind in ('visitor', 'user', 'staff', 'system', 'operator')),
  add column actor_id text;
create index audit_event_actor on audit_event (actor_id, event_id) where actor_kind in ('staff', 'operator');
