-- kind: expand
-- Who pays for whom (R15, receipts 2.4): staff have said that an account pays for a merchant. It is taken back, and never changed.
create table payer_rule (
  rule_no bigint generated always as identity primary key,
  tenant_id text not null references tenant,
  payer_digest bytea not null check (octet_length(payer_digest) = 32), -- of the account, as on the lines of statements
  payer_name text check (char_length(payer_name) between 1 and 80), -- as the line said, when it was confirmed
  receipt_no text collate "C" not null references receipt, -- by which it was confirmed
  confirmed_by text not null references staff,
  confirmed_at timestamptz(3) not null default app_now(),
  taken_back_by text references staff,
  taken_back_at timestamptz(3),
  check (num_nulls(taken_back_by, taken_back_at) in (0, 2))
);
create unique index payer_rule_once on payer_rule (payer_digest, tenant_id) where taken_back_at is null;
create index payer_rule_newest on payer_rule (confirmed_at desc, rule_no desc);
alter table payer_rule enable row level security;
alter table payer_rule force row level security;
create policy service_all on payer_rule to ronghui_service using (true) with check (true);
revoke update, delete on payer_rule from ronghui_service;
grant update (taken_back_by, taken_back_at) on payer_rule to ronghui_service;
-- step: concurrently
-- A voucher is looked for by the serial of a line; a merchant types it as it likes.
create index concurrently bill_voucher_by_serial on bill_voucher ((upper(replace(bank_serial, ' ', '')))) where bank_serial is not null;
