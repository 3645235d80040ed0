-- Bills that are paid together (缴款单) have a payment code of their own (R15, receipts 2.3): a row with its bills, their versions and the sum, made when the merchant
-- opens the joint slip. Opened again for the same bills as they are, it is the same row.
create table payment_set (
  tenant_id text not null references tenant,
  set_no text collate "C" not null check (char_length(set_no) <= 40),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'), -- of its bills, their versions and what is open of each
  amount_fen bigint not null check (amount_fen > 0),
  user_id text not null references user_account,
  created_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, set_no),
  constraint payment_set_once unique (tenant_id, fingerprint)
);
create index payment_set_newest on payment_set (tenant_id, created_at);

create table payment_set_bill (
  tenant_id text not null,
  set_no text collate "C" not null,
  bill_id text collate "C" not null,
  bill_version bigint not null check (bill_version >= 1),
  open_fen bigint not null check (open_fen > 0), -- of the bill then; the sum of a set's rows is its amount
  primary key (tenant_id, set_no, bill_id),
  foreign key (tenant_id, set_no) references payment_set,
  foreign key (tenant_id, bill_id) references bill
);
-- A draft that goes is looked for by its bill, and so is a set by one of its bills.
create index payment_set_of_bill on payment_set_bill (tenant_id, bill_id);

alter table payment_code
  drop constraint payment_code_kind_check,
  add constraint payment_code_kind_check check (kind in ('bill', 'order', 'set'));

create function payment_set_code() returns trigger language plpgsql as $$
begin
  perform give_payment_codes('set', array_agg(s.tenant_id), array_agg(s.set_no)) from added_sets s having count(*) > 0;
  return null;
end $$;
create trigger payment_set_code after insert on payment_set referencing new table as added_sets
  for each statement execute function payment_set_code();

select tenant_owned('payment_set');
select tenant_owned('payment_set_bill');
-- What was shown to be paid stays as it was shown.
revoke update, delete on payment_set, payment_set_bill from ronghui_tenant, ronghui_service;
