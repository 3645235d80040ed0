-- A voucher of a transfer that the provider could not find is sent back with a reason (R10.3, R11.6). It changes no state of a bill; the bill is no
-- longer in check, unless another voucher is.
alter table bill_voucher add column returned_at timestamptz(3), add column returned_reason text check (char_length(returned_reason) between 1 and 500),
  add column returned_by text,
  add constraint bill_voucher_returned check ((returned_at is null) = (returned_reason is null) and (returned_at is null) = (returned_by is null));
