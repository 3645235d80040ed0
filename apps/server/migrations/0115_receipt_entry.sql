-- What the amount of a receipt comes to is held to rows as well (receipts 1.2): what came in, and what was taken back of it because it never came. Until now
-- the second stood in the trail alone.
create table receipt_entry (
  entry_no bigint generated always as identity primary key,
  receipt_no text collate "C" not null references receipt,
  kind text not null check (kind in ('in', 'takenBack')),
  amount_fen bigint not null check (amount_fen > 0),
  at timestamptz(3) not null default app_now(),
  by_id text, -- takenBack: the member of staff
  reason text check (char_length(reason) between 1 and 500),
  check ((kind = 'takenBack') = (reason is not null))
);
create index receipt_entry_of on receipt_entry (receipt_no, entry_no);
alter table receipt_entry enable row level security;
alter table receipt_entry force row level security;
create policy service_all on receipt_entry to ronghui_service using (true) with check (true);
-- Rows are added, and never change.
revoke update, delete on receipt_entry from ronghui_service;

-- A receipt of before: what is there came in. What was taken back of it before has no row; the trail has it.
alter table receipt no force row level security;
alter table receipt_entry no force row level security;
insert into receipt_entry (receipt_no, kind, amount_fen, at) select receipt_no, 'in', amount_fen, created_at from receipt where amount_fen > 0 order by created_at, receipt_no;
alter table receipt_entry force row level security;
alter table receipt force row level security;

-- What a receipt grows by came in, whichever way it grows: by a payment that is typed, also on a node of the version before. What it loses without a row, as a
-- node of the version before takes back, gets one.
create function receipt_grown() returns trigger language plpgsql as $$
declare missing bigint := new.amount_fen - (
  select coalesce(sum(case e.kind when 'in' then e.amount_fen else -e.amount_fen end), 0) from receipt_entry e where e.receipt_no = new.receipt_no);
begin
  if missing > 0 then
    insert into receipt_entry (receipt_no, kind, amount_fen) values (new.receipt_no, 'in', missing);
  elsif missing < 0 then
    insert into receipt_entry (receipt_no, kind, amount_fen, reason) values (new.receipt_no, 'takenBack', -missing, '登记有误');
  end if;
  return null;
end $$;
create trigger receipt_grown after insert or update of amount_fen on receipt for each row execute function receipt_grown();

-- The parts say whose they are and by which step they are reversed; a row that stands on no payment is no part.
drop function receipt_parts(text);
create function receipt_parts(asked text) returns table (application_no bigint, tenant_id text, kind text, item_no text, item_version bigint, step_no int,
  amount_fen bigint, at timestamptz, by_id text, state text)
language sql stable as $$
  select a.application_no, a.tenant_id, 'bill', b.bill_no, b.version, s.step_no, s.payment_fen, s.at, s.by_id,
      case when r.step_no is null then 'applied' else 'reversed' end
    from receipt_application a
      join bill b on b.tenant_id = a.tenant_id and b.bill_id = a.bill_id
      join bill_step s on s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.step_no = a.step_no and s.kind in ('paid', 'settled') and s.payment_fen > 0
      left join bill_step r on r.tenant_id = s.tenant_id and r.bill_id = s.bill_id and r.reverses_step = s.step_no
    where a.receipt_no = asked and b.direction = 'payable'
  union all
  select a.application_no, a.tenant_id, 'order', o.order_no, o.version, null, o.total_fen, s.at, s.staff_id,
      case when o.status = 'refunded' then 'refunded' else 'applied' end
    from receipt_application a
      join "order" o on o.tenant_id = a.tenant_id and o.order_no = a.order_no
      join order_step s on s.tenant_id = a.tenant_id and s.order_no = a.order_no and s.version = a.order_version and s.action = 'acceptPayment'
    where a.receipt_no = asked
$$;

-- The columns of a receipt are what its rows come to; each of its applications is a payment, and what stands of them is of its merchant.
create or replace function check_receipt(asked text) returns void language plpgsql as $$
begin
  if exists (
    select from receipt r cross join lateral (
      select coalesce(sum(p.amount_fen) filter (where p.state = 'applied'), 0) as applied, coalesce(sum(p.amount_fen) filter (where p.state = 'refunded'), 0) as refunded,
          count(*) as parts, coalesce(bool_or(p.state <> 'reversed' and p.tenant_id is distinct from r.tenant_id), false) as is_of_others
        from receipt_parts(r.receipt_no) p) p cross join lateral (
      select coalesce(sum(case e.kind when 'in' then e.amount_fen else -e.amount_fen end), 0) as amount from receipt_entry e where e.receipt_no = r.receipt_no) e
      where r.receipt_no = asked and (r.applied_fen <> p.applied or r.refunded_fen <> p.refunded or r.refunding_fen <> 0 or r.amount_fen <> e.amount
        or p.is_of_others or p.parts <> (select count(*) from receipt_application a where a.receipt_no = r.receipt_no))) then
    raise exception 'receipt % is not what its applications come to', asked using errcode = '23514', constraint = 'receipt_of_rows';
  end if;
end $$;
create constraint trigger receipt_of_rows after insert on receipt_entry deferrable initially deferred
  for each row execute function receipt_changed();

-- A receipt is looked for by the bank's serial, or its beginning.
create index receipt_by_serial on receipt (serial text_pattern_ops, received_on) where serial is not null;
