-- kind: expand
-- Pictures and files of a conversation (service.md 1.2, 2.6): each is its conversation's, and one message's once it is sent. Whoever may read that
-- message may read it, and nobody else; one that no message names is its sender's, and goes after a day.
create table chat_file (
  file_id text collate "C" primary key check (char_length(file_id) <= 64),
  conversation_id text collate "C" not null references chat_conversation,
  side text not null check (side in ('customer', 'staff')),
  author_id text collate "C" not null, -- the user, the visitor or the member of staff
  name text not null check (char_length(name) between 1 and 120), -- for display alone
  mime text not null check (char_length(mime) between 1 and 100),
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null check (char_length(sha256) = 64), -- of the bytes as they are kept
  storage_key text collate "C" not null unique,
  seq int check (seq >= 1), -- of the message that shows it
  created_at timestamptz(3) not null default app_now()
);
create unique index chat_file_of_message on chat_file (conversation_id, seq) where seq is not null;
create index chat_file_by_time on chat_file (conversation_id, side, created_at);
create index chat_file_unsent on chat_file (created_at) where seq is null;
alter table chat_file enable row level security;
alter table chat_file force row level security;
create policy person_reads on chat_file for select to ronghui_tenant using (conversation_id = any ((select app_conversations())::text[]));
create policy person_adds on chat_file for insert to ronghui_tenant with check (
  conversation_id = any ((select app_conversations())::text[]) and side = 'customer' and author_id = coalesce(app_user(), app_visitor()));
create policy person_sends on chat_file for update to ronghui_tenant
  using (conversation_id = any ((select app_conversations())::text[]) and side = 'customer' and author_id = coalesce(app_user(), app_visitor()));
create policy service_all on chat_file to ronghui_service using (true) with check (true);
grant select, insert, update (seq) on chat_file to ronghui_tenant;
revoke truncate on chat_file from ronghui_service;

alter table chat_message drop constraint chat_message_type_check;
alter table chat_message add constraint chat_message_type check (type in ('text', 'image', 'file', 'custom')) not valid;
-- step: transaction
alter table chat_message validate constraint chat_message_type;
