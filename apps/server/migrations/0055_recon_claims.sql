-- Reconciliation lets go of items whose feedback was withdrawn or rejected; lists of what is left open, and undo, are read by indexes.

-- Which runs have items in a feedback, so that its steps find them.
create table recon_claim (
  tenant_id text not null,
  feedback_no text collate "C" not null,
  run_id text collate "C" not null,
  primary key (tenant_id, feedback_no, run_id),
  foreign key (tenant_id, feedback_no) references feedback,
  foreign key (tenant_id, run_id) references recon_run
);
create index recon_claim_of_run on recon_claim (tenant_id, run_id);
select tenant_owned('recon_claim');
revoke delete on recon_claim from ronghui_tenant;

-- The feedback that an item was in before that was withdrawn or rejected.
alter table recon_item add column former_feedback_no text collate "C";

-- Indexes for what people decide on: open items in each order, rows of a step by hand, items of a feedback.
create function index_recon_decisions(item text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_open text := 'until_step is null and kind in (2, 3, 4, 5) and not is_accepted and feedback_no is null';
begin
  execute format('create index %I on %I (kind, item_no) where %s', item || '_open', item, is_open);
  execute format('create index %I on %I (kind, abs(difference_fen), item_no) where %s', item || '_open_size', item, is_open);
  execute format('create index %I on %I (kind, coalesce(ledger_on, line_on), item_no) where %s', item || '_open_day', item, is_open);
  execute format('create index %I on %I (since_step) where since_step > 0', item || '_since', item);
  execute format('create index %I on %I (until_step) where until_step is not null', item || '_until', item);
  execute format('create index %I on %I (coalesce(feedback_no, former_feedback_no)) where feedback_no is not null or former_feedback_no is not null',
    item || '_feedback', item);
end $$;
revoke all on function index_recon_decisions(text) from public;

create or replace function finish_recon_tables(of_run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set maintenance_work_mem = '256MB' set lock_timeout = '600s' set default_statistics_target = 30 as $$
declare
  item text := 'recon_item_' || of_run;
  part text := 'recon_part_' || of_run;
begin
  drop view pg_temp.recon_item, pg_temp.recon_part;
  execute format('create unique index %I on %I (item_no, since_step)', item || '_no', item);
  -- For lists and their sums: what stands, by number, by size and by day.
  execute format('create index %I on %I (kind, item_no) where until_step is null', item || '_kind', item);
  execute format('create index %I on %I (kind, abs(difference_fen), item_no) where until_step is null', item || '_size', item);
  execute format('create index %I on %I (kind, coalesce(ledger_on, line_on), item_no) where until_step is null', item || '_day', item);
  -- The beginning of a reference: of the ledger, or of the line alone; and of the line where it is another one.
  execute format('create index %I on %I (kind, coalesce(ledger_reference, line_reference), item_no) where until_step is null', item || '_ref', item);
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

-- To drop a partition needs the whole table alone, and every tenant's read queues behind who waits for it: it does not wait long, and the next
-- tidying tries again.
alter function drop_recon_tables(bigint) set lock_timeout = '200ms';

-- Runs of before: their indexes, their feedback, and what was withdrawn or rejected since.
do $$
declare
  item text;
begin
  for item in select relid::regclass::text from pg_partition_tree('recon_item') where isleaf and level = 1 loop
    perform index_recon_decisions(item);
  end loop;
end $$;
-- The owner of the tables is under their policies as well, and would find no row.
alter table feedback no force row level security;
alter table recon_run no force row level security;
alter table recon_item no force row level security;
alter table recon_claim no force row level security;
alter table recon_total no force row level security;
insert into recon_claim (tenant_id, feedback_no, run_id)
  select distinct i.tenant_id, i.feedback_no, r.run_id from recon_item i join recon_run r on r.run_no = i.run_no where i.feedback_no is not null;
update recon_item i set former_feedback_no = i.feedback_no, feedback_no = null
  from feedback f, recon_run r
  where f.tenant_id = i.tenant_id and f.feedback_no = i.feedback_no and (f.status = 'rejected' or f.is_withdrawn)
    and r.run_no = i.run_no and r.closed_at is null;
update recon_total t set accepted = n.accepted, sent = n.sent
  from (select r.run_id, i.kind, count(*) filter (where i.is_accepted and i.feedback_no is null) as accepted,
      count(*) filter (where i.feedback_no is not null) as sent
    from recon_run r join recon_item i on i.run_no = r.run_no
    where r.closed_at is null and i.until_step is null and exists (select from recon_claim c where c.tenant_id = r.tenant_id and c.run_id = r.run_id)
    group by r.run_id, i.kind) n
  where t.run_id = n.run_id and t.kind = n.kind;
alter table feedback force row level security;
alter table recon_run force row level security;
alter table recon_item force row level security;
alter table recon_claim force row level security;
alter table recon_total force row level security;
