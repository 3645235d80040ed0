-- Reconciliation: indexes that hold nothing, or next to nothing, of a run that was just matched are made before its rows: after them, each costs a
-- scan of them all (R13.2).

create function index_recon_steps(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and (is_accepted or note is not null or feedback_no is not null)', item || '_mark', item);
  execute format('create index %I on %I (since_step) where since_step > 0', item || '_since', item);
  execute format('create index %I on %I (until_step) where until_step is not null', item || '_until', item);
  execute format('create index %I on %I (coalesce(feedback_no, former_feedback_no)) where feedback_no is not null or former_feedback_no is not null',
    item || '_feedback', item);
end $$;
revoke all on function index_recon_steps(text) from public;

-- As before, without those of steps.
create or replace function index_recon_decisions(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and kind in (2, 3, 4, 5) and not is_accepted and feedback_no is null', item || '_open', item);
end $$;

-- As before, with those of steps.
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
    execute format('create table %I (like public.%I including defaults including generated including constraints, check (run_no = %L))', part, of, of_run);
    execute format('create view pg_temp.%I as select * from public.%I', of, part);
    execute format('grant select, insert, delete on pg_temp.%I to ronghui_service', of);
  end loop;
  perform index_recon_steps('recon_item_' || of_run);
  execute 'grant update (kind, rule, difference_rule_no) on pg_temp.recon_item to ronghui_service';
end $$;

-- As before, without those of steps.
create or replace function finish_recon_tables(of_run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set maintenance_work_mem = '256MB' set lock_timeout = '600s' set default_statistics_target = 30 as $$
declare
  item text := 'recon_item_' || of_run;
  part text := 'recon_part_' || of_run;
begin
  drop view pg_temp.recon_item, pg_temp.recon_part;
  execute format('create unique index %I on %I (item_no, since_step)', item || '_no', item);
  execute format('create index %I on %I (kind, item_no) where until_step is null', item || '_kind', item);
  perform index_recon_lists(item);
  -- The beginning of a line's reference where it is another one than the ledger's.
  execute format('create index %I on %I (kind, line_reference, item_no) where until_step is null and line_reference <> ledger_reference',
    item || '_line', item);
  perform index_recon_decisions(item);
  execute format('create index %I on %I (item_no)', part || '_item', part);
  execute format('analyze %I', item);
  execute format('analyze %I', part);
  execute format('alter table recon_item attach partition %I for values in (%L)', item, of_run);
  execute format('alter table recon_part attach partition %I for values in (%L)', part, of_run);
end $$;
