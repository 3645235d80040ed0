-- Invoices are found by a number or by a part of their title's name (R10.12). A part of a name has no order: each title is read once, of a tenant
-- or of all, however many invoices bear it, and the invoices of a title stand in the order of the list.
create index invoice_titles_own on invoice (tenant_id, title_name, applied_at desc, invoice_no desc) include (status);
create index invoice_titles on invoice (title_name, applied_at desc, invoice_no desc) include (tenant_id, status);
create index invoice_number_own on invoice (tenant_id, number) where number is not null;
