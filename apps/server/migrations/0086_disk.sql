-- What a newer result takes the place of does not stay on disk (R13.4, security 4.12).

-- A run that is neither closed nor a trial, since a newer one of its stage, side and direction has a result; and since when it has only its totals.
alter table recon_run add column superseded_at timestamptz(3), add column items_gone_at timestamptz(3);
alter table recon_run add check (items_gone_at is null or (closed_at is null and not is_dry));
alter table recon_run no force row level security;
update recon_run r set superseded_at = app_now()
  where r.matched_at is not null and r.closed_at is null and not r.is_dry and exists (select from recon_run n
    where n.tenant_id = r.tenant_id and n.stage_id = r.stage_id and n.side = r.side and n.direction = r.direction and not n.is_dry
      and n.matched_at is not null and (n.created_at, n.run_id) > (r.created_at, r.run_id));
alter table recon_run force row level security;
create index recon_run_superseded on recon_run (superseded_at) where superseded_at is not null and items_gone_at is null;

-- Results of jobs count in the room of their tenant.
create index sent_job_room on sent_job (tenant_id) include (result_bytes) where result_key is not null;

-- Refusals that are kept under keys are bounded by number, of each caller in each tenant; replies are as many as what was done.
create index idempotency_refused on idempotency (scope, created_at desc) where status >= 400;
