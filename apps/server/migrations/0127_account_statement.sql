-- kind: expand
-- Statements of account are read from the steps of bills and orders and from receipts (R15.3, receipts 3.1). A merchant reads of its own receipts what came in.
-- What was a merchant's while it paid its bills, and was registered of nobody, stays readable to it after those payments were taken back: its days do not change.
create policy paid_own on receipt for select to ronghui_tenant
  using (is_unknown and exists (select from receipt_application a where a.receipt_no = receipt.receipt_no and a.tenant_id = app_tenant()));
create policy own_entries on receipt_entry for select to ronghui_tenant
  using (exists (select from receipt r where r.receipt_no = receipt_entry.receipt_no));
grant select (receipt_no, kind, amount_fen, at) on receipt_entry to ronghui_tenant;
-- step: concurrently
-- The steps that change a balance, along the time.
create index concurrently bill_step_money on bill_step (tenant_id, at, bill_id, step_no)
  where kind in ('issued', 'adjusted', 'paid', 'settled', 'paymentReversed', 'writtenOff', 'writeOffUndone');
create index concurrently order_step_money on order_step (tenant_id, at, order_no, version) where action in ('acceptPayment', 'refund');
