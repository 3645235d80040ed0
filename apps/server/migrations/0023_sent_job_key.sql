-- A request that comes while an earlier job of its key is being cancelled is a job of its own (R13.4): the key is held by jobs that nobody has
-- asked to end. The second one starts when the cancelled one has ended: of a key one at most runs.

create unique index sent_job_live on sent_job (name, tenant_id, key) nulls not distinct
  where status in ('queued', 'running') and cancel_asked_at is null;
create unique index sent_job_run on sent_job (name, tenant_id, key) nulls not distinct where status = 'running';
drop index sent_job_key;
