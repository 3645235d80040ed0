-- What becomes of files that the store has lost, or that nothing names; and which store the rows speak of.

alter table file add column lost_at timestamptz(3); -- since when the store is known to be without it; null: it has it
alter table file add column unnamed_at timestamptz(3); -- found without anything that names it: soon gone, and named by nothing any more
create index file_lost on file (lost_at) where lost_at is not null;
create index file_unnamed on file (unnamed_at) where unnamed_at is not null;

-- The store bears the same id as a mark. A store without it is not mounted, empty or another's: nothing is swept by it or in it.
create table file_store (
  only_row boolean primary key default true check (only_row),
  store_id text not null default gen_random_uuid()::text,
  marked_at timestamptz(3) -- null: not yet marked
);
insert into file_store default values;
select tenant_readable('file_store');
