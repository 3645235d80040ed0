-- kind: expand
-- Who of customer service is there (service.md 5.3): what each member of staff says of themselves, when one of their pages was last open, and when a reception
-- was last given to them, from which follows whose turn it is. It is staff's: no customer's role has a privilege here.
create table chat_duty (
  staff_id text collate "C" primary key references staff,
  status text not null default 'off' check (status in ('online', 'busy', 'off')),
  seen_at timestamptz(3) not null default app_now(),
  assigned_at timestamptz(3)
);
alter table chat_duty enable row level security;
alter table chat_duty force row level security;
create policy service_all on chat_duty to ronghui_service using (true) with check (true);
