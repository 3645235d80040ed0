-- What lists and the first page ask of very many bills, and what a generation writes for them.

-- Whether a voucher of a bill waits to be checked: no registered payment has followed it. Kept by triggers, because the first page groups all bills of a
-- tenant by it, and a look at the vouchers of each took longer than the groups; nodes of the version before keep it too.
alter table bill add column in_check boolean not null default false;
-- The owner of the tables is under their policies as well, and would find no row.
alter table bill no force row level security;
alter table bill_voucher no force row level security;
alter table bill_voucher_item no force row level security;
alter table bill_step no force row level security;
update bill b set in_check = true
  where b.status <> 'draft' and exists (
    select from bill_voucher_item i join bill_voucher v using (tenant_id, voucher_id)
    where i.tenant_id = b.tenant_id and i.bill_id = b.bill_id and v.sent_at > coalesce(
      (select max(s.at) from bill_step s where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and s.kind in ('paid', 'settled')), '-infinity'));
alter table bill force row level security;
alter table bill_voucher force row level security;
alter table bill_voucher_item force row level security;
alter table bill_step force row level security;
grant update (in_check) on bill to ronghui_tenant;

create function bill_voucher_sent() returns trigger language plpgsql as $$
begin
  update bill b set in_check = true from added_items i where b.tenant_id = i.tenant_id and b.bill_id = i.bill_id and not b.in_check;
  return null;
end $$;
create trigger bill_voucher_sent after insert on bill_voucher_item referencing new table as added_items
  for each statement execute function bill_voucher_sent();

create function bill_payment_taken() returns trigger language plpgsql as $$
begin
  if exists (select from added_steps where payment_fen is not null) then
    update bill b set in_check = false from added_steps s
      where s.payment_fen is not null and b.tenant_id = s.tenant_id and b.bill_id = s.bill_id and b.in_check;
  end if;
  return null;
end $$;
create trigger bill_payment_taken after insert on bill_step referencing new table as added_steps
  for each statement execute function bill_payment_taken();

-- Grouped as the first page groups them.
drop index bill_by_status;
create index bill_by_status on bill (tenant_id, status, direction, approval, in_check, issued_at, confirm_by, due_on)
  include (bill_no, amount_fen, paid_fen) where status <> 'draft';

-- Filters that leave some of very many bills, in the order of lists; like bill_newest they hold the other filters and the sums.
create index bill_by_project on bill (tenant_id, project_id, issued_at desc, bill_no desc)
  include (direction, product_id, org_id, stage_id, status, approval, confirm_by, due_on, amount_fen, paid_fen) where status <> 'draft';
create index bill_by_product on bill (tenant_id, product_id, issued_at desc, bill_no desc)
  include (direction, project_id, org_id, stage_id, status, approval, confirm_by, due_on, amount_fen, paid_fen) where status <> 'draft';
create index bill_by_stage on bill (tenant_id, stage_id, issued_at desc, bill_no desc)
  include (direction, project_id, product_id, org_id, status, approval, confirm_by, due_on, amount_fen, paid_fen) where status <> 'draft';
