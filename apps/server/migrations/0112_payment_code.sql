-- Each payable bill and each order has a payment code (附言码), by which its payment is recognised in a bank's remark (R15, receipts 2.3): eight signs of 23, seven
-- drawn, the last such that the sum of position times value is divided by 23. `paymentCodeOf` of the domain makes the same.
create table payment_code (
  code text collate "C" primary key check (code ~ '^[234679ACDEFGHJKMNPRTWXY]{8}$'),
  tenant_id text not null references tenant,
  kind text not null check (kind in ('bill', 'order')),
  item_no text collate "C" not null check (char_length(item_no) <= 40),
  unique (tenant_id, kind, item_no)
);

-- A code of seven values that are drawn evenly: 23^7 = 3404825447, and 8 × 3 = 1 modulo 23.
create function drawn_payment_code() returns text language plpgsql volatile as $$
declare
  signs constant text := '234679ACDEFGHJKMNPRTWXY';
  rest bigint := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 3404825447;
  total int := 0;
  code text := '';
begin
  for place in 1..7 loop
    total := total + place * (rest % 23)::int;
    code := code || substr(signs, (rest % 23)::int + 1, 1);
    rest := rest / 23;
  end loop;
  return code || substr(signs, (23 - total % 23) * 3 % 23 + 1, 1);
end $$;

-- Gives a code to each of these items that has none. One that was given before is drawn again, whosever it is.
create function give_payment_codes(given_kind text, tenant_ids text[], item_nos text[]) returns void language plpgsql volatile as $$
begin
  loop
    insert into payment_code (code, tenant_id, kind, item_no)
      select drawn_payment_code(), w.tenant_id, given_kind, w.item_no from unnest(tenant_ids, item_nos) w (tenant_id, item_no)
        where not exists (select from payment_code c where c.tenant_id = w.tenant_id and c.kind = given_kind and c.item_no = w.item_no)
      on conflict do nothing;
    exit when not exists (
      select from unnest(tenant_ids, item_nos) w (tenant_id, item_no)
        where not exists (select from payment_code c where c.tenant_id = w.tenant_id and c.kind = given_kind and c.item_no = w.item_no));
  end loop;
end $$;

-- By triggers, so that what a node of the version before issues or takes has its code too.
create function bill_payment_code() returns trigger language plpgsql as $$
begin
  if exists (select from added_steps where kind = 'issued') then
    perform give_payment_codes('bill', array_agg(b.tenant_id), array_agg(b.bill_no))
      from added_steps s join bill b on b.tenant_id = s.tenant_id and b.bill_id = s.bill_id
      where s.kind = 'issued' and b.direction = 'payable' and b.bill_no is not null having count(*) > 0;
  end if;
  return null;
end $$;
create trigger bill_payment_code after insert on bill_step referencing new table as added_steps
  for each statement execute function bill_payment_code();

create function order_payment_code() returns trigger language plpgsql as $$
begin
  perform give_payment_codes('order', array_agg(o.tenant_id), array_agg(o.order_no)) from added_orders o where o.total_fen > 0 having count(*) > 0;
  return null;
end $$;
create trigger order_payment_code after insert on "order" referencing new table as added_orders
  for each statement execute function order_payment_code();

alter table bill no force row level security;
alter table "order" no force row level security;
select give_payment_codes('bill', array_agg(tenant_id), array_agg(bill_no)) from bill where status <> 'draft' and direction = 'payable' having count(*) > 0;
select give_payment_codes('order', array_agg(tenant_id), array_agg(order_no)) from "order" where total_fen > 0 having count(*) > 0;
alter table "order" force row level security;
alter table bill force row level security;

select tenant_owned('payment_code');
-- A code is never used again: its row stays.
revoke update, delete on payment_code from ronghui_tenant, ronghui_service;
