-- What is kept too long: codes that nobody could send, and visits of more than a year ago (security 4.12).

create index outbox_expired on outbox (expires_at) where expires_at is not null;

-- Drops the months of behaviour records before the last `kept_months` whole ones; returns how many.
create function drop_behavior_months(kept_months int) returns int
  language plpgsql security definer set search_path = public set lock_timeout = '3s' as $$
declare
  oldest date := (date_trunc('month', app_now()) - make_interval(months => greatest(kept_months, 1)))::date;
  gone int := 0;
  name text;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'behavior_record'::regclass and c.relname ~ '^behavior_record_[0-9]{6}$'
      and to_date(right(c.relname, 6), 'YYYYMM') < oldest
  loop
    execute format('drop table %I', name);
    gone := gone + 1;
  end loop;
  delete from behavior_record_other where received_at < oldest;
  return gone;
end $$;
revoke execute on function drop_behavior_months from public;
grant execute on function drop_behavior_months to ronghui_service;
