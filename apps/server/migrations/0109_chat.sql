-- Customer service (service.md 1 and 2): conversations of visitors and of merchants' users, their numbered messages, receptions and cursors.

-- The person of this transaction, beside the tenant; null when none is set, so that "nobody" sees nothing.
create function app_user() returns text language sql stable parallel safe as
  $$ select nullif(current_setting('app.user', true), '') $$;
create function app_visitor() returns text language sql stable parallel safe as
  $$ select nullif(current_setting('app.visitor', true), '') $$;

-- A visitor is a cookie of 180 days, stored as its digest. The session in which the first message was sent finds it too: an answer that was lost took
-- its cookie along. Nothing here is for a tenant's role.
create table chat_visitor (
  visitor_id text collate "C" primary key,
  token_hash bytea not null unique,
  session_id text collate "C" not null unique,
  created_at timestamptz(3) not null default app_now(),
  expires_at timestamptz(3) not null
);
create index chat_visitor_by_end on chat_visitor (expires_at);

create table chat_conversation (
  conversation_id text collate "C" primary key,
  tenant_id text collate "C" references tenant,
  user_id text collate "C" references user_account,
  visitor_id text collate "C" unique references chat_visitor,
  last_seq int not null default 0 check (last_seq >= 0),
  reception_version int not null default 0 check (reception_version >= 0), -- rises over all receptions
  created_at timestamptz(3) not null default app_now(),
  unique (tenant_id, user_id),
  constraint chat_conversation_person check (num_nulls(tenant_id, user_id) in (0, 2) and num_nonnulls(tenant_id, visitor_id) = 1)
);
alter table chat_conversation enable row level security;
alter table chat_conversation force row level security;
-- A merchant's conversation is one user's: neither colleagues nor the owner read it.
create policy person_own on chat_conversation to ronghui_tenant
  using ((tenant_id = app_tenant() and user_id = app_user()) or visitor_id = app_visitor())
  with check ((tenant_id = app_tenant() and user_id = app_user()) or visitor_id = app_visitor());
create policy service_all on chat_conversation to ronghui_service using (true) with check (true);
grant select, insert on chat_conversation to ronghui_tenant;
grant update (last_seq, reception_version) on chat_conversation to ronghui_tenant;

-- The conversations of this transaction's person, by the policy above; asked once a statement.
create function app_conversations() returns text[] language sql stable parallel safe as
  $$ select array(select conversation_id from chat_conversation) $$;

-- Numbered without gaps under the lock of the conversation's row, and never changed: a recall is a message of its own. @source service 1.2
create table chat_message (
  conversation_id text collate "C" not null references chat_conversation,
  seq int not null check (seq >= 1),
  sender text not null check (sender in ('user', 'robot', 'agent', 'system')),
  author_id text collate "C" not null, -- the user, the visitor or the member of staff
  client_id text collate "C" check (char_length(client_id) between 16 and 64),
  type text not null check (type in ('text', 'custom')),
  content text not null check (char_length(content) <= 5000),
  card_kind text check (card_kind in ('bill', 'order', 'feedback', 'invoice', 'document')),
  card_id text collate "C" check (char_length(card_id) <= 64),
  recalls int check (recalls >= 1 and recalls < seq),
  at timestamptz(3) not null default app_now(),
  primary key (conversation_id, seq),
  constraint chat_message_card check (num_nulls(card_kind, card_id) in (0, 2) and (type = 'custom') = (card_kind is not null)),
  constraint chat_message_recall check ((recalls is null) or (sender = 'system' and content = ''))
);
create unique index chat_message_of_client on chat_message (conversation_id, author_id, client_id) where client_id is not null;
create unique index chat_message_recalls on chat_message (conversation_id, recalls) where recalls is not null;
alter table chat_message enable row level security;
alter table chat_message force row level security;
create policy person_reads on chat_message for select to ronghui_tenant using (conversation_id = any ((select app_conversations())::text[]));
create policy person_sends on chat_message for insert to ronghui_tenant with check (
  conversation_id = any ((select app_conversations())::text[]) and author_id = coalesce(app_user(), app_visitor())
    and (sender = 'user' or (sender = 'system' and recalls is not null)));
create policy service_all on chat_message to ronghui_service using (true) with check (true);
grant select, insert on chat_message to ronghui_tenant;
revoke update, truncate on chat_message from ronghui_service;

-- What happened between opening and end. `spoken_at` is the last message of either side, from which silence is reckoned. @source service 1.4
create table chat_reception (
  reception_id text collate "C" primary key,
  conversation_id text collate "C" not null references chat_conversation,
  state text not null check (state in ('robot', 'waiting', 'serving', 'ended', 'left')),
  version int not null check (version >= 1),
  subject text check (char_length(subject) between 1 and 40),
  staff_id text collate "C" references staff,
  opened_at timestamptz(3) not null default app_now(),
  waiting_at timestamptz(3),
  taken_at timestamptz(3),
  spoken_at timestamptz(3) not null default app_now(),
  ended_at timestamptz(3),
  ended_by text check (ended_by in ('customer', 'staff', 'silence')),
  summary text check (char_length(summary) between 1 and 500),
  category text check (char_length(category) between 1 and 40),
  stars int check (stars between 1 and 5),
  rating_words text check (char_length(rating_words) between 1 and 500),
  rated_at timestamptz(3),
  constraint chat_reception_ended check ((state = 'ended') = (ended_at is not null) and (ended_at is null) = (ended_by is null)),
  constraint chat_reception_served check (state <> 'serving' or (staff_id is not null and taken_at is not null)),
  constraint chat_reception_waits check (state not in ('waiting', 'left') or waiting_at is not null),
  constraint chat_reception_rated check ((stars is null) = (rated_at is null) and (rating_words is null or stars is not null))
);
-- One that is not over a conversation, whatever races; a conversation's newest by its version.
create unique index chat_reception_one_open on chat_reception (conversation_id) where state <> 'ended';
create index chat_reception_newest on chat_reception (conversation_id, version desc);
create index chat_reception_queue on chat_reception (state, waiting_at) where state <> 'ended';
create index chat_reception_silent on chat_reception (spoken_at) where state in ('robot', 'serving');
alter table chat_reception enable row level security;
alter table chat_reception force row level security;
create policy person_own on chat_reception to ronghui_tenant
  using (conversation_id = any ((select app_conversations())::text[]))
  with check (conversation_id = any ((select app_conversations())::text[]));
create policy service_all on chat_reception to ronghui_service using (true) with check (true);
grant select, insert on chat_reception to ronghui_tenant;
grant update (state, version, subject, waiting_at, spoken_at, ended_at, ended_by, stars, rating_words, rated_at)
  on chat_reception to ronghui_tenant;

-- How far each side has read; it never goes back. A customer moves the customer's alone. @source service 1.5
create table chat_cursor (
  conversation_id text collate "C" not null references chat_conversation,
  side text not null check (side in ('customer', 'staff')),
  seq int not null check (seq >= 0),
  at timestamptz(3) not null default app_now(),
  primary key (conversation_id, side)
);
alter table chat_cursor enable row level security;
alter table chat_cursor force row level security;
create policy person_reads on chat_cursor for select to ronghui_tenant using (conversation_id = any ((select app_conversations())::text[]));
create policy person_adds on chat_cursor for insert to ronghui_tenant
  with check (side = 'customer' and conversation_id = any ((select app_conversations())::text[]));
create policy person_moves on chat_cursor for update to ronghui_tenant
  using (side = 'customer' and conversation_id = any ((select app_conversations())::text[]));
create policy service_all on chat_cursor to ronghui_service using (true) with check (true);
grant select, insert, update (seq, at) on chat_cursor to ronghui_tenant;
