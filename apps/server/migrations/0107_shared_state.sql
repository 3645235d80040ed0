-- The shared state of nodes in PostgreSQL (running 1.2 to 1.4): nonces, values that are used once, counters. Unlogged, all of it: a crash of the server, a
-- killed process of it and a promotion empty these tables together, and a backup leaves them out. With SHARED_STATE=memory they stay empty.

-- Which state this is. A key of another epoch is refused, so no call that was accepted before a loss is accepted after it.
create unlogged table shared_epoch (
  only_row boolean primary key default true check (only_row),
  epoch text not null,
  home text not null
);

-- Where rows of this table can have been written: rows that came from elsewhere, by pg_dump or a copied database, are nobody's epoch.
create function shared_home() returns text language sql stable as $$
  select concat_ws('.', (select oid from pg_database where datname = current_database()), 'shared_epoch'::regclass::oid,
    extract(epoch from pg_postmaster_start_time()))
$$;

-- A nonce lies in the slot of the minute of its own timestamp: a ring of 24, of which a window of w minutes uses 2 w + 4.
create table shared_nonce (
  slot smallint not null,
  id uuid not null,
  primary key (slot, id)
) partition by list (slot);
do $$ begin
  for slot in 0..23 loop
    execute format('create unlogged table shared_nonce_%s partition of shared_nonce for values in (%s)', slot, slot);
  end loop;
end $$;

create unlogged table shared_value (
  key text primary key,
  value text not null,
  ttl_ms bigint not null,
  ends_at timestamptz not null
);
create index shared_value_end on shared_value (ends_at);

-- Each use within the window, oldest first, in epoch ms.
create unlogged table shared_use (
  key text primary key,
  uses bigint[] not null,
  allowed boolean not null,
  ends_at timestamptz not null
);
create index shared_use_end on shared_use (ends_at);

-- What all nodes together counted in one window.
create unlogged table shared_request (
  key text not null,
  window_no bigint not null,
  count bigint not null,
  ends_at timestamptz not null,
  primary key (key, window_no)
);
create index shared_request_end on shared_request (ends_at);

-- The epoch in force; where there is none, `fresh` begins with nothing of what was there.
create function begin_shared_epoch(fresh text) returns text
  language plpgsql security definer set search_path = public set lock_timeout = '3s' as $$
declare present text;
begin
  perform pg_advisory_xact_lock(726120003);
  select epoch into present from shared_epoch where home = shared_home();
  if found then return present; end if;
  truncate shared_epoch, shared_nonce, shared_value, shared_use, shared_request;
  insert into shared_epoch (epoch, home) values (fresh, shared_home());
  return fresh;
end $$;
revoke execute on function begin_shared_epoch from public;
grant execute on function begin_shared_epoch to ronghui_service;

-- Empties the slots of minutes that no call can name any more, or not yet. It reckons and truncates in one statement, by this server's clock: a node that is
-- stopped in between must not empty a slot that has come alive. Returns how many slots had rows.
create function sweep_shared_nonces(window_minutes int) returns int
  language plpgsql security definer set search_path = public set lock_timeout = '300ms' as $$
declare
  minute bigint := floor(extract(epoch from app_now()) / 60);
  each bigint;
  has_rows boolean;
  swept int := 0;
begin
  for each in minute + window_minutes + 2 .. minute + 21 - window_minutes loop
    execute format('select exists (select from shared_nonce_%s)', each % 24) into has_rows;
    if has_rows then
      begin
        execute format('truncate shared_nonce_%s', each % 24);
        swept := swept + 1;
      exception when lock_not_available then null; -- somebody reads it, pg_dump perhaps; the next turn comes in time
      end;
    end if;
  end loop;
  return swept;
end $$;
revoke execute on function sweep_shared_nonces from public;
grant execute on function sweep_shared_nonces to ronghui_service;
