-- What explains a figure to its merchant.

-- A rule as a whole stands behind the bills that it made: what holds for everybody, or for this merchant alone. What is agreed with one tenant
-- is shown to no other.
alter table fee_rule enable row level security;
alter table fee_rule force row level security;
create policy service_all on fee_rule to ronghui_service using (true) with check (true);
create policy tenant_read on fee_rule for select to ronghui_tenant
  using (app_tenant() is not null and (tenant_id is null or tenant_id = app_tenant()));
grant select on fee_rule to ronghui_tenant;

-- The totals of an export's file, of each direction its own; null before its end, and of files made before.
alter table export add column totals jsonb;

-- Which stages a statement changed lines of is looked for once in its rows, not once for the lock and once more for the check: a stage's lines
-- come by thousands.
create or replace function keep_issued_lines() returns trigger language plpgsql as $$
declare
  stages text[] := array(select distinct stage_id from changed_lines);
  issued text;
begin
  perform from stage where stage_id = any(stages) order by stage_id for share;
  select stage_id into issued from stage where stage_id = any(stages) and status = 'issued' limit 1;
  if issued is not null then
    raise exception 'the stage % is issued', issued using errcode = 'check_violation', constraint = 'bill_line_stage_open';
  end if;
  return null;
end $$;
