-- When the bank last refused a transfer that is still to be sent (R4.11, R11.4): staff read it, and may send the submission back.

alter table certification
  add column transfer_failed_at timestamptz(3),
  add constraint certification_transfer_failed check (transfer_failed_at is null or (transfer_sealed is not null and transfer_sent_at is null));
