-- Money that staff register as it arrived, before it pays anything (R15.3, receipts 1.2, 1.4). It is applied to bills by a press: an application stands before
-- its payment step, and the step is known by it.
alter table receipt
  add column stated_fen bigint check (stated_fen > 0), -- what staff registered that arrived; null: a receipt of typed payments, which grows with them
  add column registered_by text, -- the member of staff who did
  add column received_time text check (received_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), -- in Shanghai; null: the day alone is known
  add column own_account text check (char_length(own_account) between 1 and 40), -- ours, on which it arrived; null: not stated
  add column is_unknown boolean not null default false, -- registered of nobody (待查款): it belongs to the merchant whose bills it pays, while it pays any
  add constraint receipt_stated check (num_nulls(stated_fen, registered_by) in (0, 2) and (stated_fen is null or amount_fen <= stated_fen)),
  add constraint receipt_unknown check (case when is_unknown then stated_fen is not null else tenant_id is not null end);

-- What was taken back to the last fen is a closed record: its transfer may be registered again, rightly.
drop index receipt_by_hand;
-- A serial is one of its bank: on another account of ours it is another transfer. A payment that is typed says no account.
create unique index receipt_by_hand on receipt (tenant_id, serial, received_on, (coalesce(own_account, ''))) where source = 'hand' and serial is not null and amount_fen > 0;
create index receipt_of_tenant_unapplied on receipt (tenant_id) include (unapplied_fen) where unapplied_fen > 0;

-- As before, but for what was taken back, and for money that was registered of nobody: once nothing is paid by it, it is nobody's again.
create or replace function bill_receipts() returns trigger language plpgsql as $$
begin
  if not exists (select from added_steps where payment_fen > 0) then return null; end if;
  -- One that staff registered grows by no payment: it is applied.
  if exists (
    select from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
        join receipt r on r.tenant_id = s.tenant_id and r.serial = s.payment_serial and r.received_on = s.payment_on and r.stated_fen is not null and r.amount_fen > 0
      where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
        select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)) then
    raise exception 'a payment is typed under the serial of a registered receipt' using errcode = '23514', constraint = 'receipt_stated';
  end if;
  insert into receipt as r (receipt_no, tenant_id, source, received_on, serial, amount_fen, applied_fen, unapplied_fen)
    select 'SK' || to_char(s.payment_on, 'YYYYMMDD') || scattered_number(nextval('receipt_number')), s.tenant_id, 'hand', s.payment_on, s.payment_serial,
        s.amount_fen, s.amount_fen, 0
      from (
        select s.tenant_id, s.payment_on, s.payment_serial, sum(s.payment_fen)::bigint as amount_fen
          from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
          where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
            select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
          group by 1, 2, 3 order by 1, 3, 2) s
    on conflict (tenant_id, serial, received_on, (coalesce(own_account, ''))) where source = 'hand' and serial is not null and amount_fen > 0 do update set
      amount_fen = r.amount_fen + greatest(0, excluded.applied_fen - r.unapplied_fen), applied_fen = r.applied_fen + excluded.applied_fen,
      unapplied_fen = greatest(0, r.unapplied_fen - excluded.applied_fen), version = r.version + 1, updated_at = app_now();
  -- What was applied of a receipt that is there.
  update receipt r set applied_fen = r.applied_fen + s.amount_fen, unapplied_fen = r.unapplied_fen - s.amount_fen, version = r.version + 1, updated_at = app_now()
    from (select a.receipt_no, sum(s.payment_fen) as amount_fen from added_steps s
        join receipt_application a on a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no
        where s.kind in ('paid', 'settled') and s.payment_fen > 0 group by 1) s
    where r.receipt_no = s.receipt_no;
  insert into receipt_application (receipt_no, tenant_id, bill_id, step_no)
    select r.receipt_no, s.tenant_id, s.bill_id, s.step_no
      from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
        join receipt r on r.tenant_id = s.tenant_id and r.serial = s.payment_serial and r.received_on = s.payment_on and r.source = 'hand' and r.stated_fen is null
          and r.amount_fen > 0
      where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
        select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
      order by s.tenant_id, s.bill_id, s.step_no;
  -- What was reversed is unapplied again.
  update receipt r set applied_fen = r.applied_fen - s.amount_fen, unapplied_fen = r.unapplied_fen + s.amount_fen,
      tenant_id = case when r.is_unknown and r.applied_fen = s.amount_fen and r.refunding_fen = 0 and r.refunded_fen = 0 then null else r.tenant_id end,
      version = r.version + 1, updated_at = app_now()
    from (select a.receipt_no, sum(s.payment_fen) as amount_fen from added_steps s
        join receipt_application a on a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.reverses_step group by 1) s
    where r.receipt_no = s.receipt_no;
  return null;
end $$;
