-- Orders that are open now are told from those that are over by the index alone (R4.8, R10.2).
drop index order_by_status;
create index order_by_status on "order" (tenant_id, status, created_at desc, order_no desc) include (pay_by, expires_at);
