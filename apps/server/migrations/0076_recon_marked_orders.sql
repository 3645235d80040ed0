-- Reconciliation: what was accepted, noted or sent is listed by size and by day by an index of its own, however many items it is (R13.5). A run
-- that was just matched has none of them: these indexes are empty while its rows are written.

create function index_recon_marked(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_marked text := 'until_step is null and (is_accepted or note is not null or feedback_no is not null)';
begin
  execute format('create index %I on %I (kind, size_fen, item_no) where %s', item || '_mark_size', item, is_marked);
  execute format('create index %I on %I (kind, (case when ledger_on is null then line_on else ledger_on end), item_no) where %s',
    item || '_mark_day', item, is_marked);
end $$;
revoke all on function index_recon_marked(text) from public;

-- As before, with the orders of what is marked.
create or replace function index_recon_steps(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('create index %I on %I (kind, item_no)
    where until_step is null and (is_accepted or note is not null or feedback_no is not null)', item || '_mark', item);
  perform index_recon_marked(item);
  execute format('create index %I on %I (since_step) where since_step > 0', item || '_since', item);
  execute format('create index %I on %I (until_step) where until_step is not null', item || '_until', item);
  execute format('create index %I on %I (coalesce(feedback_no, former_feedback_no)) where feedback_no is not null or former_feedback_no is not null',
    item || '_feedback', item);
end $$;

-- Runs of before: their indexes.
do $$
declare
  item text;
begin
  for item in select relid::regclass::text from pg_partition_tree('recon_item') where isleaf and level = 1 loop
    perform index_recon_marked(item);
  end loop;
end $$;
