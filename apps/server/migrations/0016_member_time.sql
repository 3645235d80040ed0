-- The list of members goes on after a moment and a key; a cursor holds milliseconds, so that a moment has no more.
alter table member alter column created_at type timestamptz(3);
