-- kind: expand
-- Quick replies of the desk (service.md 5.2): one's own, or shared with every colleague. They are staff's: a customer's role has no privilege here.
create table chat_quick_reply (
  reply_id text collate "C" primary key,
  staff_id text collate "C" references staff, -- whose own it is; null for a shared one
  title text not null check (char_length(title) between 1 and 40),
  content text not null check (char_length(content) between 1 and 1000),
  version int not null default 1 check (version >= 1),
  updated_at timestamptz(3) not null default app_now()
);
create index chat_quick_reply_of_staff on chat_quick_reply (staff_id, title);
alter table chat_quick_reply enable row level security;
alter table chat_quick_reply force row level security;
create policy service_all on chat_quick_reply to ronghui_service using (true) with check (true);
