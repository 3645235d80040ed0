-- How the business goes, of all tenants by day in Shanghai (R11.2). The days are expressions, so that no list of a tenant is planned by these indexes.
create index order_by_day on "order" (((created_at at time zone 'Asia/Shanghai')::date));
create index order_paid on order_step (((at at time zone 'Asia/Shanghai')::date)) where action = 'acceptPayment';
create index bill_by_issue_day on bill (((issued_at at time zone 'Asia/Shanghai')::date)) where status <> 'draft';
