-- What nodes tell each other through the database (running 1.6, 1.7). All of it is unlogged: a crash empties it, then every node reads anew what it keeps,
-- and a backup leaves it out.

-- What nodes keep in memory, each by the transaction that changed it last. Every node reads these rows twice a second; a number never comes again.
create unlogged table change_version (
  channel text primary key,
  version text not null
);
grant select, insert, update on change_version to ronghui_service;

-- Tries of passwords that have set a lock in advance, until their call ends: another node's call waits for that before it is refused.
create unlogged table unfinished_try (
  subject text primary key, -- a digest
  ends_at timestamptz not null -- where its node is gone, nobody waits longer
);
grant select, insert, update, delete on unfinished_try to ronghui_service;

-- The data keys that a node has read: one is put in force once every node that lives can open what it seals (5.4).
alter table node add column generations text[] not null default '{}';
