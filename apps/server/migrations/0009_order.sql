-- Orders, what happened to each of them, and the vouchers of their payments (R4.8, R10.2).

-- How records name a person: their name, else the masked mobile. A tenant's role cannot read accounts, and needs no more of them.
create function user_label(wanted text) returns text language sql stable security definer set search_path = public, pg_temp as
  $$ select coalesce(nullif(name, ''), mobile_masked) from user_account where user_id = wanted $$;
revoke all on function user_label(text) from public;
grant execute on function user_label(text) to ronghui_tenant, ronghui_service;

-- What was bought is kept as it was read: the catalogue may change or forget it.
create table "order" (
  tenant_id text not null references tenant,
  order_no text collate "C" not null check (char_length(order_no) <= 40),
  user_id text not null references user_account,
  pid text not null,
  product_name text not null check (char_length(product_name) <= 60),
  sku_id text not null,
  sku_name text not null check (char_length(sku_name) <= 60),
  unit text not null,
  billing text not null check (billing in ('prepaid', 'postpaid')),
  quantity int not null check (quantity >= 1),
  term_months int check (term_months >= 1),
  options jsonb not null, -- {key: value}
  choice jsonb not null, -- [{label, value}]: the options as they were read
  items jsonb not null, -- [{label, amount}]
  total_fen bigint not null check (total_fen >= 0),
  annual_rate text,
  org_name text,
  contact_name text check (char_length(contact_name) <= 40),
  contact_mobile_sealed bytea,
  contact_mobile_masked text check (char_length(contact_mobile_masked) <= 20),
  consent_ids text[] not null, -- the records of the consent ledger that it stands on
  renews_order_no text collate "C",
  status text not null default 'pendingReview' check (status in (
    'pendingReview', 'pendingPayment', 'pendingActivation', 'active', 'expired', 'rejected', 'cancelled', 'refunded')),
  pay_by timestamptz(3),
  active_from timestamptz(3),
  expires_at timestamptz(3),
  reminded_days int,
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, order_no),
  foreign key (tenant_id, renews_order_no) references "order",
  check ((contact_name is null) = (contact_mobile_sealed is null)),
  check (status <> 'pendingPayment' or pay_by is not null),
  check (status <> 'active' or active_from is not null)
);
-- Payers write it and the desk finds by it, so it is one order's alone.
create unique index order_number on "order" (order_no);
create index order_newest on "order" (tenant_id, created_at desc, order_no desc);
create index order_by_status on "order" (tenant_id, status, created_at desc, order_no desc);
create index order_by_product on "order" (tenant_id, pid, created_at desc, order_no desc);
-- The length of a list: few keys, many rows each, so that a hundred thousand entries are a hundred pages.
create index order_counted on "order" (tenant_id, status);
-- One renewal of an order at a time, whatever races.
create unique index order_one_renewal on "order" (tenant_id, renews_order_no)
  where renews_order_no is not null and status in ('pendingReview', 'pendingPayment', 'pendingActivation', 'active');
-- For the jobs, which work above tenants, and the desk's queue.
create index order_payment_due on "order" (pay_by) where status = 'pendingPayment';
create index order_term_end on "order" (expires_at) where status = 'active';
create index order_desk on "order" (status, created_at) where status in ('pendingReview', 'pendingPayment', 'pendingActivation');
select tenant_owned('"order"');
-- A merchant makes an order and cancels it; terms and deadlines are set by the desk and the jobs.
revoke update, delete on "order" from ronghui_tenant;
grant update (status, updated_at, version) on "order" to ronghui_tenant;

-- The history of an order: added, never changed. A step bears the version that it led to.
create table order_step (
  tenant_id text not null,
  order_no text collate "C" not null,
  version bigint not null,
  action text not null check (action in (
    'submit', 'approve', 'reject', 'cancel', 'lapse', 'sendVoucher', 'acceptPayment', 'sendBackPayment', 'activate', 'expire', 'refund')),
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('merchant', 'ops', 'job')),
  user_id text,
  by_name text not null check (char_length(by_name) <= 80),
  reason text check (char_length(reason) <= 500),
  at timestamptz(3) not null default app_now(),
  primary key (tenant_id, order_no, version),
  foreign key (tenant_id, order_no) references "order"
);
select tenant_owned('order_step');
revoke update, delete on order_step from ronghui_tenant, ronghui_service;

-- What a merchant sent as proof of a transfer. One waits at a time.
create table order_voucher (
  tenant_id text not null,
  order_no text collate "C" not null,
  voucher_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'returned', 'replaced')),
  payer_name text not null check (char_length(payer_name) <= 80),
  paid_at timestamptz(3) not null,
  file_ids text[] not null check (cardinality(file_ids) between 1 and 5),
  user_id text not null references user_account,
  reason text check (char_length(reason) <= 500),
  sent_at timestamptz(3) not null default app_now(),
  decided_at timestamptz(3),
  primary key (tenant_id, order_no, voucher_id),
  foreign key (tenant_id, order_no) references "order"
);
create unique index order_voucher_waiting on order_voucher (tenant_id, order_no) where status = 'waiting';
select tenant_owned('order_voucher');
revoke update, delete on order_voucher from ronghui_tenant;
grant update (status, decided_at) on order_voucher to ronghui_tenant;
