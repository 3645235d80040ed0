-- Backups by the clock (R14.5, running 3.3): each run of a backup, by the clock or by hand. The newest two hundred are kept.
create table backup_run (
  run_id bigint generated always as identity primary key,
  place text not null check (char_length(place) <= 800), -- the target, which names no secret
  started_at timestamptz(3) not null default app_now(),
  ended_at timestamptz(3), -- null: it goes on, or its process died
  outcome text check (outcome in ('done', 'failed')),
  backup_id text check (char_length(backup_id) <= 40),
  bytes bigint check (bytes >= 0), -- of its rows, as they lie in the target
  row_count bigint check (row_count >= 0),
  reason text check (char_length(reason) <= 500), -- why it failed, or what was left undone
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'done' or num_nulls(backup_id, bytes, row_count) = 0),
  check (outcome is distinct from 'failed' or reason is not null)
);

-- Why a job last failed, in words, for those who watch over it.
alter table scheduled_job add failure text check (char_length(failure) <= 500);
