-- Data keys (running 5.4): what seals, digests and signs, each wrapped with the master key of the installation, which does nothing else. Filled by the
-- first start with the keys that were in force until then, as generation 1.
create table data_key (
  purpose text not null check (purpose in ('vault', 'digests', 'audit', 'signing')),
  generation int not null check (generation between 1 and 65535),
  wrapped bytea check (octet_length(wrapped) = 60), -- nonce, tag, 32 bytes; null once it is dropped
  master text not null check (master ~ '^[0-9a-f]{16}$'), -- tells apart which master key wrapped it, and tells nothing of it
  wrapped_at timestamptz not null default app_now(),
  made_at timestamptz not null default app_now(),
  in_force_at timestamptz, -- null until every living node knows it
  resealed_at timestamptz, -- since when nothing that was read stands under an older generation
  retired_at timestamptz,
  primary key (purpose, generation),
  check ((wrapped is null) = (retired_at is not null))
);

-- A generation that waits for the nodes is the only one of its purpose.
create unique index data_key_waiting on data_key (purpose) where in_force_at is null;

-- Which generation of the trail's key a seal was made with: it is verified with that one for ever.
alter table audit_seal add column key_generation int not null default 1;

-- What was submitted stays as it is; its sealed part is sealed with a later key, which changes nothing of what it says.
grant update (sealed) on certification_submission to ronghui_service;
