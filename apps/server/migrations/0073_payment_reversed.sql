-- A payment that was registered by mistake is taken back by a step of its own (R4.9, R11.6): both stay in the history of the bill.

alter table bill_step
  add column reverses_step int, -- paymentReversed: the step of the payment
  add column payment_round int not null default 0 check (payment_round >= 0), -- how often payments of this serial were taken back before this one
  drop constraint bill_step_kind_check,
  add constraint bill_step_kind_check check (kind in ('issued', 'confirmed', 'autoConfirmed', 'approved', 'autoApproved', 'sentBack', 'disputed', 'reopened',
    'withdrawn', 'adjusted', 'kept', 'paid', 'settled', 'paymentReversed')),
  -- Its sum is that of the payment; day and serial stand there.
  add constraint bill_step_reverses check ((kind = 'paymentReversed') = (reverses_step is not null)
    and (reverses_step is null or (reverses_step < step_no and payment_fen is not null and payment_fen > 0 and reason is not null))),
  add foreign key (tenant_id, bill_id, reverses_step) references bill_step;

-- A payment is one effect by the bank's serial, and once more after it was taken back: a sum that was typed wrongly is registered again by its serial.
drop index bill_step_payment;
create unique index bill_step_payment on bill_step (tenant_id, bill_id, payment_serial, payment_round) where payment_serial is not null;
-- A payment is taken back once.
create unique index bill_step_reversed on bill_step (tenant_id, bill_id, reverses_step) where reverses_step is not null;

-- A payment has a serial; its reversal has none, and checks no voucher.
create or replace function bill_payment_taken() returns trigger language plpgsql as $$
begin
  if exists (select from added_steps where payment_serial is not null) then
    update bill b set in_check = false from added_steps s
      where s.payment_serial is not null and b.tenant_id = s.tenant_id and b.bill_id = s.bill_id and b.in_check;
  end if;
  return null;
end $$;
