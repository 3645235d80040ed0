-- A merchant may delete a ledger with its runs, unless one of them was closed. The row stays: its hash, name and size are kept for ever.
alter table recon_ledger add column removed_at timestamptz(3);
alter table recon_ledger add column removed_by text check (char_length(removed_by) <= 80);
alter table recon_ledger add check ((removed_at is null) = (removed_by is null));
create index recon_ledger_removed on recon_ledger (removed_at) where removed_at is not null;
