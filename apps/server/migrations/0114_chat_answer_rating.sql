-- What a customer says of an answer of the robot: 有帮助 or 没帮助, and the last word counts (service.md 4.2).
create table chat_answer_rating (
  conversation_id text collate "C" not null,
  seq int not null,
  helpful boolean not null,
  at timestamptz(3) not null default app_now(),
  primary key (conversation_id, seq),
  foreign key (conversation_id, seq) references chat_message
);
create index chat_answer_rating_by_time on chat_answer_rating (at);
alter table chat_answer_rating enable row level security;
alter table chat_answer_rating force row level security;
create policy person_own on chat_answer_rating to ronghui_tenant
  using (conversation_id = any ((select app_conversations())::text[]))
  with check (conversation_id = any ((select app_conversations())::text[]));
create policy service_all on chat_answer_rating to ronghui_service using (true) with check (true);
grant select, insert, update (helpful, at) on chat_answer_rating to ronghui_tenant;
