-- A ledger that seems to be of another stage is refused, with a way to go on.
alter table recon_run add column is_any_stage boolean not null default false; -- confirmed by a person as of this stage
alter table recon_run add column seems_stage_id text collate "C" references stage; -- why it was refused: of which stage it seems to be
