-- A secret that is being set up ends after ten minutes (R11.1). One that a node of the version before began has no time and is begun again.
alter table staff add column totp_pending_at timestamptz(3);
