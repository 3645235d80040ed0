-- Jobs that come round (R14.1): a row for each. Any node takes one when it is due, and moves its next time on as it takes it, so that a moment is
-- run once. The schema `pgboss`, where nodes of the version before have theirs, stays: they must survive this step. Once none of them is left,
-- it may be dropped.

create table scheduled_job (
  name text collate "C" primary key check (char_length(name) between 1 and 80), -- `noun.verb` of the declaration
  next_at timestamptz not null,
  tries int not null default 0 check (tries >= 0), -- runs that were begun since one ended well
  fence bigint not null default 0, -- counts up with each run: one that comes back late has a smaller one and settles nothing
  lease_ends_at timestamptz, -- null: it does not run; a run that lives moves it on
  started_at timestamptz(3),
  ended_at timestamptz(3), -- when a run last ended well
  failed_at timestamptz(3) -- when one last failed or died; the log has the reason
);

-- The first moment after a time, of moments that are so many seconds apart, counted from midnight UTC and an offset.
create function moment_after(after timestamptz, step_sec int, offset_sec int) returns timestamptz language sql stable parallel safe as $$
  select date_bin(make_interval(secs => step_sec), after, timestamptz 'epoch' + make_interval(secs => offset_sec)) + make_interval(secs => step_sec)
$$;
