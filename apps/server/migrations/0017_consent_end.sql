-- The end of a consent that is neither withdrawn nor over by the calendar: its product ended, or it was given again (R10.6). Until when it
-- was given stays as it was granted.

alter table consent
  add column ended_at timestamptz(3),
  add column end_reason text check (end_reason in ('productEnded', 'replaced')),
  add constraint consent_ended check ((ended_at is null) = (end_reason is null));

-- What 0012 wrote over: a consent of a purchase was given without an end, one to give data for twelve months.
alter table consent no force row level security;
update consent set ended_at = valid_to, end_reason = 'productEnded', valid_to = null where scene = 'purchase' and valid_to is not null;
update consent set ended_at = valid_to, end_reason = 'productEnded',
    valid_to = (granted_at at time zone 'Asia/Shanghai' + interval '12 months') at time zone 'Asia/Shanghai'
  where scene = 'dataSharing'
    and valid_to < (granted_at at time zone 'Asia/Shanghai' + interval '12 months') at time zone 'Asia/Shanghai' - interval '1 hour';
alter table consent force row level security;

grant update (ended_at, end_reason) on consent to ronghui_tenant, ronghui_service;

-- What was granted is evidence. Nodes of the version before still end a consent by its last day: that is kept as what it meant.
create function keep_consent() returns trigger language plpgsql as $$
begin
  if new.valid_to is distinct from old.valid_to then
    new.ended_at := coalesce(old.ended_at, app_now());
    new.end_reason := coalesce(old.end_reason, 'productEnded');
    new.valid_to := old.valid_to;
  end if;
  if old.ended_at is not null and (old.ended_at, old.end_reason) is distinct from (new.ended_at, new.end_reason) then
    raise exception 'a consent ends once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger consent_end_stays before update on consent for each row execute function keep_consent();

drop index consent_end;
create index consent_end on consent (valid_to) where withdrawn_at is null and ended_at is null and warned_at is null;

-- A consent that is given again takes the former one's place in the orders that stand on it.
grant update (consent_ids) on "order" to ronghui_tenant;
