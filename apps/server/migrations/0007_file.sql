-- Files that tenants store (R5.7): what is known of them; their bytes are in the store, under storage_key.

create table file (
  tenant_id text not null references tenant,
  file_id text collate "C" not null check (char_length(file_id) <= 64),
  user_id text not null references user_account, -- who sent it
  name text not null check (char_length(name) between 1 and 120), -- for display alone
  mime text not null check (mime in ('application/pdf', 'image/png', 'image/jpeg', 'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null check (char_length(sha256) = 64), -- of the bytes as they are kept
  storage_key text collate "C" not null unique,
  status text not null default 'ready' check (status in ('scanning', 'ready')),
  is_restricted boolean not null default false, -- sensitive: read by who sent it and by those who may certify
  created_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, file_id)
);
create index file_scanning on file (created_at) where status = 'scanning';
create index file_age on file (created_at, storage_key);
select tenant_owned('file');
-- A tenant adds files and marks them as sensitive; what is in them never changes.
revoke update, delete on file from ronghui_tenant;
grant update (is_restricted) on file to ronghui_tenant;
