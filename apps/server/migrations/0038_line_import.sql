-- Files of lines that are imported into a stage (R11.6). Their rows are lines, whole or none; here stands what was uploaded, and what became of it.

create table line_import (
  import_id text collate "C" primary key check (char_length(import_id) <= 64),
  stage_id text collate "C" not null references stage,
  name text not null check (char_length(name) between 1 and 120),
  kind text not null check (kind in ('csv', 'xlsx')),
  encoding text not null check (encoding in ('utf-8', 'gb18030')), -- of a CSV
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text collate "C" not null check (char_length(sha256) = 64), -- kept for ever, the file is not
  storage_key text collate "C" unique, -- null: its file is gone
  staff_id text not null references staff,
  uploaded_by text not null check (char_length(uploaded_by) <= 80),
  mapping jsonb,
  job_id text collate "C", -- of the last run; jobs go before imports do
  started_at timestamptz(3),
  row_count bigint check (row_count >= 0),
  bad_count bigint check (bad_count >= 0),
  skipped jsonb,
  imported_at timestamptz(3),
  created_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  check (imported_at is null or bad_count = 0)
);
create index line_import_newest on line_import (created_at desc, import_id desc);
create index line_import_of_stage on line_import (stage_id, created_at desc, import_id desc);
-- The same file a second time.
create index line_import_same on line_import (sha256, imported_at desc) where imported_at is not null;
-- Whose file is still in the store.
create index line_import_kept on line_import (created_at) where storage_key is not null;
