-- Members of a tenant: what happened to them, and invitations by mobile (R10.9).

alter table member add column updated_at timestamptz not null default app_now();
create index member_joined on member (tenant_id, created_at desc, user_id);

-- Who became what, by whom. Written once.
create table member_history (
  tenant_id text not null references tenant,
  member_history_id bigint generated always as identity,
  user_id text not null references user_account, -- whom it happened to
  event text not null check (event in ('joined', 'roleChanged', 'removed')),
  from_role text check (from_role in ('owner', 'finance', 'viewer')),
  to_role text check (to_role in ('owner', 'finance', 'viewer')),
  by_user_id text not null references user_account,
  at timestamptz not null default app_now(),
  primary key (tenant_id, member_history_id),
  check ((event = 'joined') = (from_role is null)),
  check ((event = 'removed') = (to_role is null))
);
create index member_history_user on member_history (tenant_id, user_id, member_history_id);
select tenant_owned('member_history');
revoke update, delete on member_history from ronghui_tenant, ronghui_service;

-- The mobile is kept as its digest, to find the invited one by, and masked, to be shown.
create table member_invitation (
  tenant_id text not null references tenant,
  invitation_id text not null unique,
  mobile_digest bytea not null check (octet_length(mobile_digest) = 32),
  mobile_masked text not null check (char_length(mobile_masked) <= 20),
  role text not null check (role in ('finance', 'viewer')),
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'declined', 'withdrawn', 'expired')),
  invited_by text not null references user_account,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  answered_by text references user_account,
  answered_at timestamptz,
  primary key (tenant_id, invitation_id),
  check ((status = 'waiting') = (answered_at is null))
);
create unique index member_invitation_waiting on member_invitation (tenant_id, mobile_digest) where status = 'waiting';
create index member_invitation_mobile on member_invitation (mobile_digest, created_at desc) where status = 'waiting';
select tenant_owned('member_invitation');

-- Of people a tenant sees the name and the masked mobile of its own members, and nothing else.
alter table user_account enable row level security;
create policy service_all on user_account to ronghui_service using (true) with check (true);
create policy tenant_members on user_account for select to ronghui_tenant
  using (exists (select 1 from member where member.user_id = user_account.user_id));
grant select (user_id, name, mobile_masked) on user_account to ronghui_tenant;
