-- The desk's own side of a conversation (service.md 1.3): internal notes, numbered apart from the messages and placed after one of them. They are staff's:
-- a customer's role has no privilege here, so that no call and no statement of a customer's can show one.
create table chat_note (
  conversation_id text collate "C" not null references chat_conversation,
  note_no int not null check (note_no >= 1),
  after_seq int not null check (after_seq >= 0), -- the last message when it was written
  kind text not null check (kind in ('note', 'transfer', 'giveBack')),
  staff_id text collate "C" not null references staff,
  to_staff_id text collate "C" references staff, -- to whom a reception was given
  client_id text collate "C" check (char_length(client_id) between 16 and 64),
  content text not null check (char_length(content) <= 2000),
  at timestamptz(3) not null default app_now(),
  primary key (conversation_id, note_no),
  constraint chat_note_words check ((kind = 'note') = (client_id is not null) and (kind <> 'note' or content <> '')),
  constraint chat_note_to check ((kind = 'transfer') = (to_staff_id is not null))
);
create unique index chat_note_of_client on chat_note (conversation_id, staff_id, client_id) where client_id is not null;
create index chat_note_placed on chat_note (conversation_id, after_seq, note_no);
alter table chat_note enable row level security;
alter table chat_note force row level security;
create policy service_all on chat_note to ronghui_service using (true) with check (true);
revoke update, truncate on chat_note from ronghui_service;

-- Colleagues who answer in a reception beside the member of staff who has it (service.md 5.2); staff's alone, as above.
create table chat_reception_colleague (
  reception_id text collate "C" not null references chat_reception,
  staff_id text collate "C" not null references staff,
  joined_at timestamptz(3) not null default app_now(),
  primary key (reception_id, staff_id)
);
alter table chat_reception_colleague enable row level security;
alter table chat_reception_colleague force row level security;
create policy service_all on chat_reception_colleague to ronghui_service using (true) with check (true);

-- When the customer read that silence is about to end the reception; later words count anew (service.md 1.4).
alter table chat_reception add column announced_at timestamptz(3);
-- Since when a message that was left waits for its answer; null once it has it.
alter table chat_reception add column left_at timestamptz(3);

-- A notice of that answer leads to the conversation.
alter table notice drop constraint notice_place_check;
alter table notice add constraint notice_place_check check (place in
  ('order', 'bill', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo', 'feedback', 'invoice', 'exports', 'recon', 'chat'));

-- Where a conversation begins, once its first messages have gone with their time (service.md 3.5); numbers are never given again.
alter table chat_conversation add column first_seq int not null default 1;
alter table chat_conversation add constraint chat_conversation_first check (first_seq between 1 and last_seq + 1);
