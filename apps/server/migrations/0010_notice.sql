-- Notices in the site (R10.11): one row for each reader, so that what is unread is an index and a mark is one row's.

-- Where mails of a person go; masked in email_masked, to be shown, and by its digest to bind codes to.
alter table user_account
  add column email_sealed bytea,
  add column email_digest bytea check (octet_length(email_digest) = 32);

-- A tenant's is read by its members; one without a tenant is the person's own, in whichever of their tenants they are.
create table notice (
  notice_id text primary key default replace(gen_random_uuid()::text, '-', ''),
  tenant_id text references tenant,
  user_id text not null references user_account, -- who reads it
  kind text not null check (kind in ('order', 'bill', 'authorization', 'certification', 'member', 'security', 'system')),
  title text not null check (char_length(title) between 1 and 80),
  text text not null check (char_length(text) <= 500),
  place text check (place in ('order', 'bill', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo')),
  place_id text check (char_length(place_id) <= 64),
  created_at timestamptz(3) not null default app_now(),
  read_at timestamptz(3),
  waits boolean not null default true, -- for the worker that sends it on by SMS and mail where its reader wants that
  check (place_id is null or place is not null)
);
create index notice_newest on notice (user_id, created_at desc, notice_id desc);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_waiting on notice (created_at) where waits;
create index notice_age on notice (created_at);

alter table notice enable row level security;
alter table notice force row level security;
create policy service_all on notice to ronghui_service using (true) with check (true);
-- Of the persons' own a tenant's role reaches those of its members and no others.
create policy tenant_read on notice for select to ronghui_tenant
  using (tenant_id = app_tenant() or (tenant_id is null and exists (select 1 from member where member.user_id = notice.user_id)));
create policy tenant_mark on notice for update to ronghui_tenant
  using (tenant_id = app_tenant() or (tenant_id is null and exists (select 1 from member where member.user_id = notice.user_id)))
  with check (tenant_id = app_tenant() or (tenant_id is null and exists (select 1 from member where member.user_id = notice.user_id)));
create policy tenant_leave on notice for insert to ronghui_tenant with check (tenant_id = app_tenant());
grant select, insert on notice to ronghui_tenant;
grant update (read_at) on notice to ronghui_tenant;

-- What a person wants sent on; nothing unless they say so.
create table notice_setting (
  user_id text not null references user_account on delete cascade,
  kind text not null check (kind in ('order', 'bill', 'authorization', 'certification', 'member', 'security', 'system')),
  sms boolean not null,
  mail boolean not null,
  updated_at timestamptz not null default app_now(),
  primary key (user_id, kind)
);
