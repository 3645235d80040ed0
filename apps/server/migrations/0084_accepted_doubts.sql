-- What a member of staff has accepted of a file of lines before its import: rows of days outside of the stage, numbers on more than one day (R11.6).
alter table line_import add column accepted jsonb;

-- Cells of rows that were left out go with the file that they stood in; their reasons, numbers and sums stay (security 4.12).
update line_import set skipped = (select coalesce(jsonb_agg(each - 'listed' order by at), '[]') from jsonb_array_elements(skipped) with ordinality as s (each, at))
  where storage_key is null and skipped is not null;
alter table recon_run no force row level security;
alter table recon_ledger no force row level security;
update recon_run r set skipped = (select coalesce(jsonb_agg(each - 'listed' order by at), '[]') from jsonb_array_elements(r.skipped) with ordinality as s (each, at))
  from recon_ledger l where l.tenant_id = r.tenant_id and l.ledger_id = r.ledger_id and (l.storage_key is null or l.removed_at is not null) and r.skipped is not null;
alter table recon_run force row level security;
alter table recon_ledger force row level security;
