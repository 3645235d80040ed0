-- The chain of the audit trail (R11.7, security 4.11): a sealer gives every committed event the next number and a digest over its
-- content and the digest before it. Numbers are those of sealing: neither event_id nor time is the order of commits.

-- The transaction that wrote a row: how the sealer finds what was committed since it last looked. Rows of before are this one's.
alter table audit_event add column tx_id bigint not null default (pg_current_xact_id()::text::bigint);
create index audit_event_transaction on audit_event (tx_id, event_id);

-- The trail is read newest first, by who, whose, what, which one and how it ended.
create index audit_event_newest on audit_event (at, event_id);
create index audit_event_refused on audit_event (at, event_id) where result <> 'ok';
create index audit_event_name on audit_event (event, at, event_id);
create index audit_event_object on audit_event (object, at, event_id) where object is not null;
drop index audit_event_tenant;
create index audit_event_tenant on audit_event (tenant_id, at, event_id) where tenant_id is not null;
drop index audit_event_actor;
create index audit_event_actor on audit_event (actor_id, at, event_id) where actor_id is not null;
drop index audit_event_user;

-- content is a digest of the event, digest one of content, number and the digest before: both keyed by a secret outside the database.
create table audit_seal (
  seal_no bigint primary key,
  event_id bigint not null unique,
  content bytea not null,
  digest bytea not null,
  sealed_at timestamptz not null default app_now()
);
revoke update, delete, truncate on audit_seal from ronghui_service;
create trigger audit_seal_stays before update or delete on audit_seal for each row execute function refuse_audit_change();
create trigger audit_seal_stays_whole before truncate on audit_seal for each statement execute function refuse_audit_change();

-- The head of the chain, and how far it reaches: every event of a transaction before sealed_to is sealed, but for those that were running.
-- In another cluster (a restored dump) transactions are counted anew.
create table audit_chain (
  only_row boolean primary key default true check (only_row),
  seal_no bigint not null default 0,
  digest bytea not null default '',
  sealed_to bigint not null default 0,
  running bigint[] not null default '{}',
  cluster text not null default ''
);
insert into audit_chain default values;
revoke delete, truncate on audit_chain from ronghui_service;

-- What came of verifying a part of the chain.
create table audit_verification (
  job_id text primary key,
  from_no bigint not null,
  to_no bigint not null,
  event_count bigint not null,
  finding_count bigint not null,
  findings jsonb not null,
  digest text not null default '',
  verified_at timestamptz not null default app_now()
);
create index audit_verification_newest on audit_verification (verified_at);
