-- Months of behaviour records are those of UTC, whatever time zone the server or the connection has (R12.9, security 4.12).

-- As in 0005, and a month made in another zone ends up to a day beside: the one after it begins where it ends.
create or replace function make_behavior_months(first_month date, months int) returns int
  language plpgsql security definer set search_path = public set timezone = 'UTC' as $$
declare
  month date := date_trunc('month', first_month)::date;
  made int := 0;
  name text;
  starts timestamptz;
  ends timestamptz;
begin
  for step in 1..months loop
    name := 'behavior_record_' || to_char(month, 'YYYYMM');
    select substring(pg_get_expr(relpartbound, oid) from 'TO \(''(.+)''\)') into starts from pg_class
      where oid = to_regclass('behavior_record_' || to_char(month - interval '1 month', 'YYYYMM')) and relispartition;
    starts := coalesce(starts, month);
    ends := month + interval '1 month';
    if to_regclass(name) is null and not exists (
      select 1 from behavior_record_other where received_at >= starts and received_at < ends
    ) then
      execute format('create table %I partition of behavior_record for values from (%L) to (%L)', name, starts, ends);
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

alter function drop_behavior_months(int) set timezone = 'UTC';
