-- The list asks for bills whose payment is checked: like the other filters, without a look at their rows.
drop index bill_newest;
create index bill_newest on bill (tenant_id, issued_at desc, bill_no desc)
  include (direction, project_id, product_id, org_id, stage_id, status, approval, in_check, confirm_by, due_on, amount_fen, paid_fen)
  where status <> 'draft';
