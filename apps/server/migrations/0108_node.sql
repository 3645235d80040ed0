-- The nodes that serve one installation (running 1.6). Unlogged: after a crash of the database each of them enters itself anew with its next beat, and a
-- backup leaves them out.
create unlogged table node (
  node_id text primary key, -- of the data folder
  boot text not null, -- of the process
  version text not null,
  address text not null,
  settings jsonb not null, -- by name, digests of what has to be equal on all of them
  started_at timestamptz not null,
  seen_at timestamptz not null,
  gone_at timestamptz -- when others found that it was silent for too long
);
grant select, insert, update, delete on node to ronghui_service;
