-- The kernel's own tables, and the conventions that every later migration follows:
--   * times by app_now(), never now(): tests move it, and one clock serves Node and SQL;
--   * the roles ronghui_service and ronghui_tenant are made by the runner. The service may use every table (default privileges
--     below); a tenant's role may use nothing until a migration says how:
--       select tenant_owned('order');            rows with a tenant_id: read and written by that tenant alone (row-level security)
--       select tenant_readable('product', …);    what belongs to the provider: every tenant may read it, none may write it.

alter default privileges in schema public grant select, insert, update, delete on tables to ronghui_service;
alter default privileges in schema public grant usage, select on sequences to ronghui_service;
grant usage on schema public to ronghui_service, ronghui_tenant;

-- The clock of contract 7: always 0 outside NODE_ENV=test.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into clock_offset default values;
grant select on clock_offset to ronghui_tenant;

create function app_now() returns timestamptz language sql stable parallel safe as
  $$ select statement_timestamp() + (select offset_ms from clock_offset) * interval '1 millisecond' $$;

-- The tenant of this transaction; null when none is set, so that "no tenant" sees nothing.
create function app_tenant() returns text language sql stable parallel safe as
  $$ select nullif(current_setting('app.tenant', true), '') $$;

create function tenant_owned(owned regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', owned);
  execute format('alter table %s force row level security', owned);
  execute format('create policy tenant_own on %s to ronghui_tenant using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', owned);
  execute format('create policy service_all on %s to ronghui_service using (true) with check (true)', owned);
  execute format('grant select, insert, update, delete on %s to ronghui_tenant', owned);
end $$;

create function tenant_readable(variadic readable regclass[]) returns void language plpgsql as $$
declare one regclass;
begin
  foreach one in array readable loop
    execute format('grant select on %s to ronghui_tenant', one);
  end loop;
end $$;

-- A browser's session (security 4.1). The token is stored as its digest; the signing key is derived from key_id, so that it stands nowhere.
create table session (
  session_id text primary key,
  token_hash bytea not null unique,
  key_id text not null unique,
  kind text not null check (kind in ('anon', 'merchant', 'ops')),
  user_id text,
  tenant_id text,
  role text,
  epoch bigint not null default 0,
  device text not null default '',
  address text not null default '',
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  check ((kind = 'anon') = (user_id is null))
);
create index session_by_user on session (user_id, created_at) where user_id is not null;
create index session_by_expiry on session (expires_at);
select tenant_owned('session');

-- epoch + 1 ends every session of a user at once, in the transaction that changes the password.
create table session_epoch (
  user_id text primary key,
  epoch bigint not null
);

-- RSA keys of contract 3; the private part is sealed with the installation's master key.
create table crypto_key (
  kid text primary key,
  public_spki bytea not null,
  sealed_private bytea not null,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz
);
create unique index crypto_key_current on crypto_key ((true)) where retired_at is null;

-- First replies of operations with an idempotency key (contract 2).
create table idempotency (
  scope text not null,
  operation text not null,
  key text not null,
  tenant_id text,
  fingerprint bytea not null,
  status int,
  reply text,
  created_at timestamptz not null default app_now(),
  primary key (scope, operation, key)
);
create index idempotency_age on idempotency (created_at);
select tenant_owned('idempotency');

-- Who did what (security 4.11): ids and masked values only. Written once, never changed.
create table audit_event (
  event_id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  event text not null,
  operation text not null default '',
  result text not null,
  tenant_id text,
  user_id text,
  session_id text,
  address text not null default '',
  object text,
  before jsonb,
  after jsonb,
  request_id text not null default ''
);
create index audit_event_tenant on audit_event (tenant_id, event_id);
create index audit_event_user on audit_event (user_id, event_id);
select tenant_owned('audit_event');
revoke update, delete, truncate on audit_event from ronghui_service, ronghui_tenant;
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_event_stays before update or delete on audit_event for each row execute function refuse_audit_change();
create trigger audit_event_stays_whole before truncate on audit_event for each statement execute function refuse_audit_change();

-- Messages that leave after the transaction that caused them. The payload is sealed: it holds mobiles and codes.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  kind text not null check (kind in ('sms', 'mail')),
  sealed_payload bytea not null,
  attempts int not null default 0,
  due_at timestamptz not null default app_now(),
  expires_at timestamptz,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null default app_now()
);
create index outbox_due on outbox (due_at) where dead_at is null;
grant insert on outbox to ronghui_tenant;
