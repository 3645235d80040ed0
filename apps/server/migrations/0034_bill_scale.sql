-- Statistics of a stage's lines and fees, which a generation writes by millions at once: until they are there, a plan takes a bill's lines for one
-- line and reads all of the tenant's in the stage for each. Autovacuum comes a minute later, and never where few lines have changed. A small sample
-- tells one line from a million.
create function analyze_lines(of_stage text) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 30 as $$
declare
  of text;
  part text;
begin
  foreach of in array array['bill_line', 'line_fee'] loop
    part := of || '_' || left(md5(of_stage), 16);
    if to_regclass(part) is not null then
      execute format('analyze %I', part);
    end if;
  end loop;
end $$;
revoke all on function analyze_lines(text) from public;
grant execute on function analyze_lines(text) to ronghui_service;

-- What the first page and sums ask of all bills of a tenant, and the few of a status among very many: half the size of bill_newest, grouped as they are.
create index bill_by_status on bill (tenant_id, status, direction, approval, issued_at, confirm_by, due_on)
  include (bill_no, amount_fen, paid_fen) where status <> 'draft';
