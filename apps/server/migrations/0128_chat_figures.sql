-- kind: expand
-- Figures of customer service (service.md 5.5): when a person first answered, and when the customer was first offered to leave a message, which stays where `left_at` goes.
alter table chat_reception add column answered_at timestamptz(3), add column first_left_at timestamptz(3);
-- step: batches
-- Receptions of before: the first words of a member of staff after the customer had asked for one.
update chat_reception r set answered_at = found.at
from (
  select q.reception_id, a.at from chat_reception q cross join lateral (
    select m.at from chat_message m
    where m.conversation_id = q.conversation_id and m.sender = 'agent' and m.at >= q.waiting_at and (q.ended_at is null or m.at <= q.ended_at)
    order by m.seq limit 1) a
  where q.answered_at is null and q.waiting_at is not null limit 500) found
where r.reception_id = found.reception_id;
-- step: batches
update chat_reception r set first_left_at = r.left_at
where r.reception_id in (select q.reception_id from chat_reception q where q.left_at is not null and q.first_left_at is null limit 500);
-- step: concurrently
-- The receptions of a span of days, newest first: all, and those of a member.
create index concurrently chat_reception_opened on chat_reception (opened_at desc, reception_id desc);
create index concurrently chat_reception_of_staff on chat_reception (staff_id, opened_at desc, reception_id desc) where staff_id is not null;
