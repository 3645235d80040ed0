-- What a person decided about rows of a file that is read, and the sums that the file itself states (R11.6, R13.1).
alter table recon_run add column choices jsonb, add column sums jsonb;
alter table line_import add column choices jsonb, add column sums jsonb;
