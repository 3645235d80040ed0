-- kind: expand
-- Money that staff registered without the bank's serial, and the bank's line that turned out to be it (receipts 1.3): it came in once. The line's own receipt is
-- empty from then on, and what the registered one was before stands here, so that a wrong press can be taken back.
create table receipt_match (
  receipt_no text collate "C" primary key references receipt, -- the registered one, which the line confirms
  bank_receipt_no text collate "C" not null unique references receipt, -- the line's own
  amount_fen bigint not null check (amount_fen > 0),
  stated_fen bigint, -- of the registered one before, as the two that follow
  registered_by text,
  own_account text,
  received_time text,
  payer_name text,
  payer_bank text,
  remark text,
  matched_by text not null references staff,
  matched_at timestamptz(3) not null default app_now()
);
alter table receipt_match enable row level security;
alter table receipt_match force row level security;
create policy service_all on receipt_match to ronghui_service using (true) with check (true);
-- What the bank said of a line never changes; which receipt is its money, staff say.
grant update (receipt_no) on bank_line to ronghui_service;
-- step: concurrently
create index concurrently receipt_without_serial on receipt (amount_fen, received_on) where source = 'hand' and serial is null and amount_fen > 0;
