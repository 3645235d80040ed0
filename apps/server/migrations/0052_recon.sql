-- Reconciliation (R13): a merchant's ledger is kept as a file, matched with the lines of a stage by a run, and the result stands row by row.

-- What a tenant tolerates; without a row the defaults of the columns hold.
create table recon_setting (
  tenant_id text primary key references tenant,
  amount_tolerance_fen bigint not null default 0 check (amount_tolerance_fen between 0 and 10000000),
  amount_rate_millionths bigint not null default 0 check (amount_rate_millionths between 0 and 100000),
  day_tolerance int not null default 3 check (day_tolerance between 0 and 31),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1)
);
select tenant_owned('recon_setting');
revoke delete on recon_setting from ronghui_tenant;

-- How the columns of files of one source are read; a file with these columns is read alike.
create table recon_source (
  tenant_id text not null references tenant,
  source_id text collate "C" not null check (char_length(source_id) <= 64),
  name text not null check (char_length(name) between 1 and 40),
  mapping jsonb not null,
  used_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, source_id),
  unique (tenant_id, name)
);
select tenant_owned('recon_source');

-- An uploaded file. Its hash, name and size are kept for ever; the bytes until its runs are closed, and at most 90 days.
create table recon_ledger (
  tenant_id text not null references tenant,
  ledger_id text collate "C" not null check (char_length(ledger_id) <= 64),
  name text not null check (char_length(name) between 1 and 120),
  kind text not null check (kind in ('csv', 'xlsx')),
  encoding text not null check (encoding in ('utf-8', 'gb18030')), -- of a CSV
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text collate "C" unique, -- null: the bytes are gone
  user_id text not null references user_account,
  uploaded_by text not null check (char_length(uploaded_by) <= 80),
  created_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, ledger_id)
);
create index recon_ledger_newest on recon_ledger (tenant_id, created_at desc, ledger_id desc);
create index recon_ledger_same on recon_ledger (tenant_id, sha256);
-- Whose bytes are still in the store, and how much a tenant has there.
create index recon_ledger_kept on recon_ledger (created_at) where storage_key is not null;
create index recon_ledger_room on recon_ledger (tenant_id) include (size_bytes) where storage_key is not null;
select tenant_owned('recon_ledger');
revoke delete on recon_ledger from ronghui_tenant, ronghui_service;

create table recon_run (
  tenant_id text not null references tenant,
  run_id text collate "C" not null check (char_length(run_id) <= 64),
  run_no bigint generated always as identity unique, -- names the run's partitions
  ledger_id text collate "C" not null,
  stage_id text collate "C" not null references stage,
  side text not null check (side in ('fee', 'basis')), -- which amounts of the lines the ledger's answer
  direction text not null check (direction in ('payable', 'receivable')),
  mapping jsonb not null,
  amount_tolerance_fen bigint not null check (amount_tolerance_fen >= 0),
  amount_rate_millionths bigint not null check (amount_rate_millionths >= 0),
  day_tolerance int not null check (day_tolerance >= 0),
  is_dry boolean not null default false, -- shows what other settings would change; never the stage's result
  compared_run_id text collate "C", -- the run that this one is compared with
  job_id text collate "C", -- jobs go before runs do
  user_id text not null references user_account,
  started_by text not null check (char_length(started_by) <= 80),
  created_at timestamptz(3) not null default app_now(),
  ended_at timestamptz(3),
  failure text check (char_length(failure) between 1 and 300),
  row_count bigint check (row_count >= 0), -- of the ledger
  bad_count bigint check (bad_count >= 0), -- rows that could not be read: then nothing was matched
  skipped jsonb,
  made_of jsonb, -- the issued bills as the run met them
  changes jsonb, -- against compared_run_id
  matched_at timestamptz(3),
  step_no int not null default 0, -- the number of the last step by hand
  next_item_no bigint, -- of the next item that a step by hand makes
  closed_at timestamptz(3),
  closed_by text check (char_length(closed_by) <= 80),
  statement jsonb, -- as it was closed
  statement_sha256 text check (statement_sha256 ~ '^[0-9a-f]{64}$'),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, run_id),
  foreign key (tenant_id, ledger_id) references recon_ledger,
  foreign key (tenant_id, compared_run_id) references recon_run,
  check (matched_at is null or (row_count is not null and next_item_no is not null)),
  check ((closed_at is null) = (statement is null) and (statement is null) = (statement_sha256 is null)),
  check (closed_at is null or (matched_at is not null and not is_dry))
);
create index recon_run_newest on recon_run (tenant_id, created_at desc, run_id desc);
create index recon_run_of_stage on recon_run (tenant_id, stage_id, created_at desc, run_id desc);
create index recon_run_of_ledger on recon_run (tenant_id, ledger_id);
create index recon_run_dry on recon_run (matched_at) where is_dry;
select tenant_owned('recon_run');
revoke delete on recon_run from ronghui_tenant, ronghui_service;

-- Counts and sums of a run by kind, moved by every step in its transaction: side A and the differences make side B.
create table recon_total (
  tenant_id text not null,
  run_id text collate "C" not null,
  kind smallint not null check (kind between 0 and 6), -- the place in `reconKinds` of the domain
  items bigint not null check (items >= 0),
  ledger_count bigint not null check (ledger_count >= 0),
  ledger_fen bigint not null check (abs(ledger_fen) <= 9007199254740991),
  line_count bigint not null check (line_count >= 0),
  line_fen bigint not null check (abs(line_fen) <= 9007199254740991),
  accepted bigint not null default 0 check (accepted between 0 and items), -- items
  sent bigint not null default 0 check (sent between 0 and items), -- items that are in a feedback
  primary key (tenant_id, run_id, kind),
  foreign key (tenant_id, run_id) references recon_run
);
select tenant_owned('recon_total');
revoke delete on recon_total from ronghui_tenant;

-- An item: rows of both sides that belong together, or one row alone. Both sides stand beside each other; of several rows of a side the first, and
-- all of them in recon_part. A step by hand ends items (until_step) and adds others (since_step); its undo takes the ones away and lets the others
-- stand again. No foreign keys: a million rows are written at once.
create table recon_item (
  tenant_id text not null,
  run_no bigint not null,
  item_no bigint not null,
  kind smallint not null,
  rule smallint not null, -- the place in `reconRules` of the domain
  row_no int,
  ledger_reference text collate "C",
  counterparty text collate "C",
  ledger_fen bigint not null, -- of all its rows
  ledger_on date,
  ledger_count int not null,
  line_id text collate "C",
  line_reference text collate "C",
  line_fen bigint not null,
  line_on date,
  line_count int not null,
  bill_id text collate "C", -- of the first line
  difference_fen bigint not null, -- side B less side A
  note text,
  is_accepted boolean not null default false,
  feedback_no text collate "C",
  since_step int not null default 0,
  until_step int -- null: it stands
) partition by list (run_no);
select tenant_owned('recon_item');

-- The rows of items that have several of a side: one row of this table is one row of side A or of side B.
create table recon_part (
  tenant_id text not null,
  run_no bigint not null,
  item_no bigint not null,
  row_no int,
  line_id text collate "C",
  reference text collate "C",
  counterparty text collate "C",
  fen bigint not null,
  occurred_on date not null,
  bill_id text collate "C",
  check ((row_no is null) <> (line_id is null))
) partition by list (run_no);
select tenant_owned('recon_part');

-- Makes the tables of a run's items and parts, without indexes while they are filled, and views of this session on them that stand in front of
-- recon_item and recon_part, so that statements have the same text in every run. Only the service has a privilege on a run's tables: a tenant
-- reaches its items through the policies of the whole table alone.
create function make_recon_tables(of_run bigint) returns void
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
    execute format('grant select, insert on pg_temp.%I to ronghui_service', of);
  end loop;
end $$;

-- Drops the views, and makes the filled tables of a run parts of the whole, with indexes and statistics.
create function finish_recon_tables(of_run bigint) returns void
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
  execute format('create index %I on %I (item_no)', part || '_item', part);
  execute format('analyze %I', item);
  execute format('analyze %I', part);
  execute format('alter table recon_item attach partition %I for values in (%L)', item, of_run);
  execute format('alter table recon_part attach partition %I for values in (%L)', part, of_run);
end $$;

-- Drops the items and parts of a run.
create function drop_recon_tables(of_run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('drop table if exists %I, %I', 'recon_item_' || of_run, 'recon_part_' || of_run);
end $$;
revoke all on function make_recon_tables(bigint), finish_recon_tables(bigint), drop_recon_tables(bigint) from public;
grant execute on function make_recon_tables(bigint), finish_recon_tables(bigint), drop_recon_tables(bigint) to ronghui_service;

-- The places that a notice may lead to.
alter table notice drop constraint notice_place_check;
alter table notice add constraint notice_place_check check (place in
  ('order', 'bill', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo', 'feedback', 'invoice', 'exports', 'recon'));
