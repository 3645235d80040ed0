-- kind: expand
-- Payments on line (R15, receipts 4). An intent asks a channel for the payment of a bill; a fact is what the channel reported of it. What an intent is follows from
-- its facts, whatever the order in which they arrived; its status is the fold of them when the last one was stored.
create table intent (
  tenant_id text not null references tenant,
  intent_no text collate "C" not null check (char_length(intent_no) between 6 and 32), -- the number at the channel
  channel text not null check (channel in ('wechat', 'alipay')),
  bill_id text collate "C" not null,
  bill_version bigint not null check (bill_version >= 1),
  amount_fen bigint not null check (amount_fen between 1 and 1000000000000),
  end_at timestamptz(3) not null, -- afterwards nobody can pay it
  status text not null default 'created' check (status in ('created', 'shown', 'unknown', 'paid', 'closed')),
  code_url text check (char_length(code_url) between 1 and 2000), -- what a payer scans
  form_url text check (char_length(form_url) between 1 and 8000), -- or the page that a payer opens
  receipt_no text collate "C" unique references receipt, -- the money that came in by it
  user_id text not null references user_account,
  ask_at timestamptz(3), -- when the channel is asked next; null: it is known what became of it
  tries int not null default 0 check (tries >= 0), -- how often it was asked
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, intent_no),
  foreign key (tenant_id, bill_id) references bill,
  constraint intent_end check (end_at <= created_at + interval '30 minutes'),
  constraint intent_paid check ((status = 'paid') = (receipt_no is not null)),
  constraint intent_known check (status not in ('created', 'shown', 'unknown') or ask_at is not null)
);
create unique index intent_by_no on intent (intent_no);
-- A bill stands in at most one intent of which it is not known that it is over.
create unique index intent_open on intent (tenant_id, bill_id) where status in ('created', 'shown', 'unknown');
create index intent_of_bill on intent (tenant_id, bill_id, created_at desc);
create index intent_to_ask on intent (ask_at) where ask_at is not null;
select tenant_owned('intent');
revoke insert, update, delete on intent from ronghui_tenant;
revoke delete on intent from ronghui_service;

create table payment_fact (
  fact_no bigint generated always as identity primary key,
  channel text not null check (channel in ('wechat', 'alipay')),
  intent_no text collate "C" not null check (char_length(intent_no) between 1 and 64),
  fact_key text collate "C" not null check (char_length(fact_key) between 1 and 200), -- the same for the same evidence
  tenant_id text, -- null: of a payment that is none of ours
  source text not null check (source in ('create', 'query', 'close', 'notice')),
  kind text not null check (kind in ('shown', 'notPaid', 'noTrade', 'closed', 'tradeClosed', 'paid', 'refund', 'lost')),
  transaction_no text check (char_length(transaction_no) between 1 and 64),
  refund_no text check (char_length(refund_no) between 1 and 64),
  refund_state text check (refund_state in ('processing', 'success', 'closed', 'abnormal')),
  amount_fen bigint check (amount_fen >= 0),
  at timestamptz(3) not null, -- when it was so, by the channel
  evidence text check (evidence ~ '^[0-9a-f]{64}$'), -- SHA-256 of the signed message; null: no answer came
  refusal text check (char_length(refusal) between 1 and 200), -- rightly signed, and not ours: it counts for nothing
  received_at timestamptz(3) not null default app_now(),
  constraint payment_fact_once unique (channel, intent_no, fact_key),
  foreign key (tenant_id, intent_no) references intent,
  check ((kind = 'paid') = (transaction_no is not null)),
  check ((kind = 'refund') = (num_nonnulls(refund_no, refund_state) = 2) and num_nonnulls(refund_no, refund_state) in (0, 2)),
  check ((kind in ('paid', 'refund')) = (amount_fen is not null)),
  check ((kind = 'lost') = (evidence is null)),
  check (tenant_id is not null or refusal is not null)
);
create index payment_fact_of on payment_fact (tenant_id, intent_no);
alter table payment_fact enable row level security;
alter table payment_fact force row level security;
create policy service_all on payment_fact to ronghui_service using (true) with check (true);
-- A fact is added, and never changes.
revoke update, delete on payment_fact from ronghui_service;

-- channel: a payment channel reported it, with its signature.
alter table receipt
  drop constraint receipt_source_check,
  add constraint receipt_source_check check (source in ('hand', 'bank', 'channel')) not valid;
-- step: transaction
alter table receipt validate constraint receipt_source_check;
