-- Money that arrived (收款) is a row, and where it went follows from the payment steps of bills and orders (R15.1, R15.3, receipts 1.2, 1.3).
create sequence receipt_number;
create table receipt (
  receipt_no text collate "C" primary key check (char_length(receipt_no) <= 40),
  tenant_id text references tenant, -- null: from nobody we know
  source text not null check (source in ('hand')), -- hand: staff registered it, and no bank statement has confirmed it (待银行核对)
  received_on date not null,
  serial text check (char_length(serial) between 1 and 64), -- the bank's; null: not stated
  payer_name text check (char_length(payer_name) between 1 and 80),
  payer_account text check (char_length(payer_account) between 1 and 40),
  payer_bank text check (char_length(payer_bank) between 1 and 120),
  remark text check (char_length(remark) between 1 and 500),
  amount_fen bigint not null check (amount_fen >= 0),
  applied_fen bigint not null default 0 check (applied_fen >= 0),
  refunding_fen bigint not null default 0 check (refunding_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  unapplied_fen bigint not null check (unapplied_fen >= 0),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  constraint receipt_sum check (amount_fen = applied_fen + refunding_fen + refunded_fen + unapplied_fen)
);
-- What staff register of one transfer of a merchant is one receipt, in one call or several: money comes in once.
create unique index receipt_by_hand on receipt (tenant_id, serial, received_on) where source = 'hand' and serial is not null;
create index receipt_newest on receipt (created_at desc, receipt_no desc);
create index receipt_of_tenant on receipt (tenant_id, created_at desc, receipt_no desc);
create index receipt_unapplied on receipt (created_at desc, receipt_no desc) where unapplied_fen > 0;

-- One application is one payment step, which has its sum, its author and its reversal.
create table receipt_application (
  application_no bigint generated always as identity primary key,
  receipt_no text collate "C" not null references receipt,
  tenant_id text not null references tenant,
  bill_id text collate "C",
  step_no int,
  order_no text collate "C",
  order_version bigint,
  -- Deferred: an application of a receipt that is there stands before its step, and the step is known by it.
  constraint receipt_application_bill foreign key (tenant_id, bill_id, step_no) references bill_step deferrable initially deferred,
  constraint receipt_application_order foreign key (tenant_id, order_no, order_version) references order_step deferrable initially deferred,
  unique (tenant_id, bill_id, step_no),
  unique (tenant_id, order_no, order_version),
  check (num_nonnulls(bill_id, step_no) in (0, 2) and num_nonnulls(order_no, order_version) in (0, 2) and num_nonnulls(bill_id, order_no) = 1)
);
create index receipt_application_of on receipt_application (receipt_no, application_no);

-- The parts of a receipt by the rows that they stand on: a payment of a bill until it is reversed, and of an order until it is refunded.
create function receipt_parts(asked text) returns table (application_no bigint, kind text, item_no text, amount_fen bigint, at timestamptz, by_id text, state text)
language sql stable as $$
  select a.application_no, 'bill', b.bill_no, s.payment_fen, s.at, s.by_id, case when r.step_no is null then 'applied' else 'reversed' end
    from receipt_application a
      join bill b on b.tenant_id = a.tenant_id and b.bill_id = a.bill_id
      join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no
      left join bill_step r on r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no
    where a.receipt_no = asked
  union all
  select a.application_no, 'order', o.order_no, o.total_fen, s.at, s.staff_id, case when o.status = 'refunded' then 'refunded' else 'applied' end
    from receipt_application a
      join "order" o on o.tenant_id = a.tenant_id and o.order_no = a.order_no
      join order_step s on s.tenant_id = a.tenant_id and s.order_no = a.order_no and s.version = a.order_version
    where a.receipt_no = asked
$$;

-- Holds the columns of a receipt to its rows; at the end of the transaction.
create function check_receipt(asked text) returns void language plpgsql as $$
begin
  if exists (
    select from receipt r cross join lateral (
      select coalesce(sum(p.amount_fen) filter (where p.state = 'applied'), 0) as applied, coalesce(sum(p.amount_fen) filter (where p.state = 'refunded'), 0) as refunded
        from receipt_parts(r.receipt_no) p) p
      where r.receipt_no = asked and (r.applied_fen <> p.applied or r.refunded_fen <> p.refunded or r.refunding_fen <> 0)) then
    raise exception 'receipt % is not what its applications come to', asked using errcode = '23514', constraint = 'receipt_of_rows';
  end if;
end $$;
create function receipt_changed() returns trigger language plpgsql as $$
begin
  perform check_receipt(new.receipt_no);
  return null;
end $$;
create function receipt_step_changed() returns trigger language plpgsql as $$
begin
  perform check_receipt(a.receipt_no) from receipt_application a
    where a.tenant_id = new.tenant_id and a.bill_id = new.bill_id and a.step_no = new.reverses_step;
  return null;
end $$;
create function receipt_order_changed() returns trigger language plpgsql as $$
begin
  perform check_receipt(a.receipt_no) from receipt_application a where a.tenant_id = new.tenant_id and a.order_no = new.order_no;
  return null;
end $$;

-- Earlier payments, before the triggers: those that stand. One that was taken back was a mistake, and no money.
alter table bill no force row level security;
alter table bill_step no force row level security;
alter table "order" no force row level security;
alter table order_step no force row level security;
alter table order_voucher no force row level security;
alter table receipt no force row level security;
alter table receipt_application no force row level security;
create temp table earlier on commit drop as
  select s.tenant_id, s.bill_id, s.step_no, null::text as order_no, null::bigint as order_version, s.payment_fen as amount_fen, s.payment_on as received_on,
      s.payment_serial as serial, null::text as payer_name, s.at, false as is_refunded,
      dense_rank() over (order by s.payment_on, s.tenant_id, s.payment_serial) as place
    from bill_step s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
    where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
      select from bill_step r where r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no)
  union all
  select s.tenant_id, null, null, s.order_no, s.version, o.total_fen,
      coalesce((v.paid_at at time zone 'Asia/Shanghai')::date, (s.at at time zone 'Asia/Shanghai')::date), null, v.payer_name, s.at, o.status = 'refunded',
      -row_number() over (order by s.at, s.tenant_id, s.order_no)
    from order_step s join "order" o on o.tenant_id = s.tenant_id and o.order_no = s.order_no
      left join order_voucher v on v.tenant_id = s.tenant_id and v.order_no = s.order_no and v.status = 'accepted'
    where s.action = 'acceptPayment' and o.total_fen > 0;
with received as (
  select place, min(tenant_id) as tenant_id, min(received_on) as received_on, min(serial) as serial, min(payer_name) as payer_name, sum(amount_fen) as amount_fen,
      bool_or(is_refunded) as is_refunded, min(at) as at,
      'SK' || to_char(min(received_on), 'YYYYMMDD') || scattered_number(nextval('receipt_number')) as receipt_no
    from earlier group by place
), stored as (
  insert into receipt (receipt_no, tenant_id, source, received_on, serial, payer_name, amount_fen, applied_fen, refunded_fen, unapplied_fen, created_at, updated_at)
    select receipt_no, tenant_id, 'hand', received_on, serial, payer_name, amount_fen, case when is_refunded then 0 else amount_fen end,
      case when is_refunded then amount_fen else 0 end, 0, at, at from received
)
insert into receipt_application (receipt_no, tenant_id, bill_id, step_no, order_no, order_version)
  select r.receipt_no, e.tenant_id, e.bill_id, e.step_no, e.order_no, e.order_version from earlier e join received r using (place)
    order by e.at, e.tenant_id, e.bill_id, e.step_no, e.order_no;
set constraints all immediate;
alter table order_voucher force row level security;
alter table order_step force row level security;
alter table "order" force row level security;
alter table bill_step force row level security;
alter table bill force row level security;

create constraint trigger receipt_of_rows after insert or update on receipt deferrable initially deferred
  for each row execute function receipt_changed();
create constraint trigger receipt_of_rows after insert on receipt_application deferrable initially deferred
  for each row execute function receipt_changed();
create constraint trigger receipt_of_rows after insert on bill_step deferrable initially deferred
  for each row when (new.reverses_step is not null) execute function receipt_step_changed();
create constraint trigger receipt_of_rows after update on "order" deferrable initially deferred
  for each row when (new.status = 'refunded' and old.status <> 'refunded') execute function receipt_order_changed();

-- A payment of a payable bill that no application names was typed by staff: it is money of the receipt of its merchant, serial and day, which it takes from what
-- is unapplied there first. By triggers, so that what a node of the version before registers is a receipt, too.
create function bill_receipts() returns trigger language plpgsql as $$
begin
  if not exists (select from added_steps where payment_fen > 0) then return null; end if;
  insert into receipt as r (receipt_no, tenant_id, source, received_on, serial, amount_fen, applied_fen, unapplied_fen)
    select 'SK' || to_char(s.payment_on, 'YYYYMMDD') || scattered_number(nextval('receipt_number')), s.tenant_id, 'hand', s.payment_on, s.payment_serial,
        s.amount_fen, s.amount_fen, 0
      from (
        select s.tenant_id, s.payment_on, s.payment_serial, sum(s.payment_fen)::bigint as amount_fen
          from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
          where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
            select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
          group by 1, 2, 3 order by 1, 3, 2) s
    on conflict (tenant_id, serial, received_on) where source = 'hand' and serial is not null do update set
      amount_fen = r.amount_fen + greatest(0, excluded.applied_fen - r.unapplied_fen), applied_fen = r.applied_fen + excluded.applied_fen,
      unapplied_fen = greatest(0, r.unapplied_fen - excluded.applied_fen), version = r.version + 1, updated_at = app_now();
  -- What was applied of a receipt that is there.
  update receipt r set applied_fen = r.applied_fen + s.amount_fen, unapplied_fen = r.unapplied_fen - s.amount_fen, version = r.version + 1, updated_at = app_now()
    from (select a.receipt_no, sum(s.payment_fen) as amount_fen from added_steps s
        join receipt_application a on a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no group by 1) s
    where r.receipt_no = s.receipt_no;
  insert into receipt_application (receipt_no, tenant_id, bill_id, step_no)
    select r.receipt_no, s.tenant_id, s.bill_id, s.step_no
      from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
        join receipt r on r.tenant_id = s.tenant_id and r.serial = s.payment_serial and r.received_on = s.payment_on and r.source = 'hand'
      where s.kind in ('paid', 'settled') and s.payment_fen > 0 and b.direction = 'payable' and not exists (
        select from receipt_application a where a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.step_no)
      order by s.tenant_id, s.bill_id, s.step_no;
  -- What was reversed is unapplied again.
  update receipt r set applied_fen = r.applied_fen - s.amount_fen, unapplied_fen = r.unapplied_fen + s.amount_fen, version = r.version + 1, updated_at = app_now()
    from (select a.receipt_no, sum(s.payment_fen) as amount_fen from added_steps s
        join receipt_application a on a.tenant_id = s.tenant_id and a.bill_id = s.bill_id and a.step_no = s.reverses_step group by 1) s
    where r.receipt_no = s.receipt_no;
  return null;
end $$;
create trigger bill_receipts after insert on bill_step referencing new table as added_steps
  for each statement execute function bill_receipts();

-- An order is paid as one sum by its accepted payment, and what is refunded of it was given back.
create function order_receipts() returns trigger language plpgsql as $$
declare taken record;
begin
  for taken in
    select s.tenant_id, s.order_no, s.version, o.total_fen, v.payer_name, (coalesce(v.paid_at, s.at) at time zone 'Asia/Shanghai')::date as received_on,
        'SK' || to_char(coalesce(v.paid_at, s.at) at time zone 'Asia/Shanghai', 'YYYYMMDD') || scattered_number(nextval('receipt_number')) as receipt_no
      from added_steps s join "order" o on o.tenant_id = s.tenant_id and o.order_no = s.order_no
        left join order_voucher v on v.tenant_id = s.tenant_id and v.order_no = s.order_no and v.status = 'waiting'
      where s.action = 'acceptPayment' and o.total_fen > 0
  loop
    insert into receipt (receipt_no, tenant_id, source, received_on, payer_name, amount_fen, applied_fen, unapplied_fen)
      values (taken.receipt_no, taken.tenant_id, 'hand', taken.received_on, taken.payer_name, taken.total_fen, taken.total_fen, 0);
    insert into receipt_application (receipt_no, tenant_id, order_no, order_version) values (taken.receipt_no, taken.tenant_id, taken.order_no, taken.version);
  end loop;
  if exists (select from added_steps where action = 'refund') then
    update receipt r set applied_fen = r.applied_fen - o.total_fen, refunded_fen = r.refunded_fen + o.total_fen, version = r.version + 1, updated_at = app_now()
      from added_steps s join receipt_application a on a.tenant_id = s.tenant_id and a.order_no = s.order_no
        join "order" o on o.tenant_id = s.tenant_id and o.order_no = s.order_no
      where s.action = 'refund' and r.receipt_no = a.receipt_no;
  end if;
  return null;
end $$;
create trigger order_receipts after insert on order_step referencing new table as added_steps
  for each statement execute function order_receipts();

select tenant_owned('receipt');
select tenant_owned('receipt_application');
revoke insert, update, delete on receipt, receipt_application from ronghui_tenant;
revoke delete on receipt from ronghui_service;
revoke update, delete on receipt_application from ronghui_service;
