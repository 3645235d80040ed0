-- kind: expand
-- What staff note about a merchant (service.md 5.4). It is staff's: no customer's role has a privilege here. From which conversation it came stands beside it.
create table tenant_note (
  tenant_id text collate "C" not null references tenant,
  note_id text collate "C" not null check (char_length(note_id) <= 64),
  content text not null check (char_length(content) between 1 and 2000),
  staff_id text collate "C" not null references staff,
  conversation_id text collate "C" not null,
  at timestamptz(3) not null default app_now(),
  primary key (tenant_id, note_id)
);
create index tenant_note_newest on tenant_note (tenant_id, at desc, note_id desc);
alter table tenant_note enable row level security;
alter table tenant_note force row level security;
create policy service_all on tenant_note to ronghui_service using (true) with check (true);
revoke update, truncate on tenant_note from ronghui_service;
