-- Reconciliation: parts of a result are read by indexes whatever the tenant's policy (R13.3), and what a later answer changed is told by its number (R13.4).

-- When the run was closed: the last step of each bill that its statement names, by the bill's number. Null in runs of before: there times tell.
alter table recon_run add column closed_steps jsonb check (closed_steps is null or closed_at is not null);

-- Beside a policy a condition is looked for in an index only if it cannot tell anything of a row that the policy hides. COALESCE and abs() do not
-- count as such: an item's reference and day are read by CASE, and the size of its difference is kept.
alter table recon_item add column size_fen bigint generated always as (abs(difference_fen)) stored;

-- Indexes for the orders of lists and their beginnings.
create function index_recon_lists(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_open text := 'until_step is null and kind in (2, 3, 4, 5) and not is_accepted and feedback_no is null';
  day text := '(case when ledger_on is null then line_on else ledger_on end)';
begin
  -- What stands, by size and by day; and what of it is open.
  execute format('create index %I on %I (kind, size_fen, item_no) where until_step is null', item || '_size', item);
  execute format('create index %I on %I (kind, %s, item_no) where until_step is null', item || '_day', item, day);
  execute format('create index %I on %I (kind, size_fen, item_no) where %s', item || '_open_size', item, is_open);
  execute format('create index %I on %I (kind, %s, item_no) where %s', item || '_open_day', item, day, is_open);
  -- The beginning of a reference: of the ledger, or of the line alone.
  execute format('create index %I on %I (kind, (case when ledger_reference is null then line_reference else ledger_reference end), item_no)
    where until_step is null', item || '_ref', item);
end $$;
revoke all on function index_recon_lists(text) from public;

-- As before, without the orders of open items.
create or replace function index_recon_decisions(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and kind in (2, 3, 4, 5) and not is_accepted and feedback_no is null', item || '_open', item);
  execute format('create index %I on %I (since_step) where since_step > 0', item || '_since', item);
  execute format('create index %I on %I (until_step) where until_step is not null', item || '_until', item);
  execute format('create index %I on %I (coalesce(feedback_no, former_feedback_no)) where feedback_no is not null or former_feedback_no is not null',
    item || '_feedback', item);
end $$;

-- As before, with what is generated.
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
  execute 'grant update (kind, rule, difference_rule_no) on pg_temp.recon_item to ronghui_service';
end $$;

-- As before, with these indexes.
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
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and (is_accepted or note is not null or feedback_no is not null)', item || '_mark', item);
  perform index_recon_decisions(item);
  execute format('create index %I on %I (item_no)', part || '_item', part);
  execute format('analyze %I', item);
  execute format('analyze %I', part);
  execute format('alter table recon_item attach partition %I for values in (%L)', item, of_run);
  execute format('alter table recon_part attach partition %I for values in (%L)', part, of_run);
end $$;

-- Runs of before: their indexes.
do $$
declare
  item text;
  own text;
begin
  for item in select relid::regclass::text from pg_partition_tree('recon_item') where isleaf and level = 1 loop
    foreach own in array array['_size', '_day', '_open_size', '_open_day', '_ref'] loop
      execute format('drop index if exists %I', item || own);
    end loop;
    perform index_recon_lists(item);
    execute format('analyze %I', item);
  end loop;
end $$;
