-- Visits and steps (R12.9), by the month they came in. The user is the session's; what a browser claims is not kept.

create table behavior_record (
  received_at timestamptz not null default app_now(),
  record_id bigint generated always as identity,
  event_id text not null check (char_length(event_id) <= 64),
  page_id text not null check (char_length(page_id) <= 64),
  occurred_at timestamptz not null,
  session_id text not null,
  user_id text,
  tenant_id text,
  primary key (received_at, record_id)
) partition by range (received_at);
create index behavior_page on behavior_record (page_id, received_at);
create index behavior_event on behavior_record (event_id, received_at);
-- What comes in outside every month made so far is kept all the same.
create table behavior_record_other partition of behavior_record default;

-- Makes the months from `first_month` on; those that are there, or that the default holds rows of, stay as they are.
create function make_behavior_months(first_month date, months int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  month date := date_trunc('month', first_month)::date;
  made int := 0;
  name text;
begin
  for step in 1..months loop
    name := 'behavior_record_' || to_char(month, 'YYYYMM');
    if to_regclass(name) is null and not exists (
      select 1 from behavior_record_other where received_at >= month and received_at < month + interval '1 month'
    ) then
      execute format('create table %I partition of behavior_record for values from (%L) to (%L)',
        name, month::timestamptz, (month + interval '1 month')::timestamptz);
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;
revoke execute on function make_behavior_months from public;
grant execute on function make_behavior_months to ronghui_service;
select make_behavior_months(app_now()::date, 3);
