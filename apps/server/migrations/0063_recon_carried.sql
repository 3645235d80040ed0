-- What people did by hand in the run before holds on in the next one (R13.3, R13.4).

-- How much was carried, and what was not with its reason; null where the run is compared with none.
alter table recon_run add column carried jsonb;

-- As before; matches by hand that are carried replace items of a run before its tables are part of the whole.
create or replace function make_recon_tables(of_run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of text;
  part text;
begin
  if not exists (select from recon_run where run_no = of_run) then
    raise exception 'there is no run %', of_run using errcode = 'foreign_key_violation';
  end if;
  foreach of in array array['recon_item', 'recon_part'] loop
    part := of || '_' || of_run;
    execute format('create table %I (like public.%I including defaults including constraints, check (run_no = %L))', part, of, of_run);
    execute format('create view pg_temp.%I as select * from public.%I', of, part);
    execute format('grant select, insert, delete on pg_temp.%I to ronghui_service', of);
  end loop;
  execute 'grant update (kind, rule, difference_rule_no) on pg_temp.recon_item to ronghui_service';
end $$;
