-- Up to which event an admin has seen what colleagues did to accounts of staff (R11.1). What was done before this column is none of its news.

alter table staff add column team_seen bigint not null default 0;
alter table audit_event no force row level security;
update staff set team_seen = coalesce((select max(event_id) from audit_event), 0);
alter table audit_event force row level security;
