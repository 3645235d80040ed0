-- Jobs that are sent (R13.4): work that a call causes and no caller waits for. The row is written in the transaction that causes it, and is
-- queue, state, progress and result in one.

create table sent_job (
  job_id text collate "C" primary key default replace(gen_random_uuid()::text, '-', '') check (char_length(job_id) <= 64),
  name text not null check (char_length(name) between 1 and 80), -- `noun.verb` of the declaration
  tenant_id text references tenant, -- null: the provider's own
  user_id text references user_account, -- for whom the result is
  key text not null check (char_length(key) between 1 and 200), -- of one name, tenant and key one row at most waits or runs
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  done_count bigint not null default 0 check (done_count >= 0),
  total_count bigint not null default 0 check (total_count >= 0), -- 0: not known
  progress_text text not null default '' check (char_length(progress_text) <= 120),
  tries int not null default 0,
  due_at timestamptz not null default app_now(),
  fence bigint not null default 0, -- counts up with each run: a run that comes back late has a smaller one and writes nothing
  lease_ends_at timestamptz, -- a run that lives moves it on
  cancel_asked_at timestamptz(3),
  failure text check (char_length(failure) <= 300), -- why it failed, for its user
  result_key text collate "C" unique, -- the result in the store of files
  result_name text check (char_length(result_name) <= 120),
  result_mime text,
  result_bytes bigint,
  created_at timestamptz(3) not null default app_now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  expires_at timestamptz(3), -- until when the result is kept
  check ((status = 'running') = (lease_ends_at is not null)),
  check ((status in ('queued', 'running')) = (ended_at is null))
);
create unique index sent_job_key on sent_job (name, tenant_id, key) nulls not distinct where status in ('queued', 'running');
create index sent_job_waiting on sent_job (due_at) where status = 'queued';
create index sent_job_running on sent_job (lease_ends_at) where status = 'running';
create index sent_job_turn on sent_job (coalesce(tenant_id, ''), started_at); -- when a tenant had its last turn
create index sent_job_owner on sent_job (tenant_id, user_id, name, created_at);
create index sent_job_kept on sent_job (expires_at) where status = 'done';
create index sent_job_expired on sent_job (expires_at) where status = 'expired' and result_key is not null; -- whose file has still to go
create index sent_job_ended on sent_job (ended_at) where ended_at is not null;

alter table sent_job enable row level security;
alter table sent_job force row level security;
create policy service_all on sent_job to ronghui_service using (true) with check (true);
-- A tenant sends jobs of its own, reads them and asks for their end; running them is the service's.
create policy tenant_read on sent_job for select to ronghui_tenant using (tenant_id = app_tenant());
create policy tenant_send on sent_job for insert to ronghui_tenant with check (tenant_id = app_tenant() and status = 'queued');
create policy tenant_cancel on sent_job for update to ronghui_tenant
  using (tenant_id = app_tenant() and status in ('queued', 'running'))
  with check (tenant_id = app_tenant() and status in ('running', 'cancelled'));
grant select, insert (name, tenant_id, user_id, key, payload) on sent_job to ronghui_tenant;
grant update (status, cancel_asked_at, ended_at) on sent_job to ronghui_tenant;
