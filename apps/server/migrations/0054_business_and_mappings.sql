-- How the business goes, of all tenants by day in Shanghai (R11.2). The days are expressions, so that no list of a tenant is planned by these indexes.
create index order_by_day on "order" (((created_at at time zone 'Asia/Shanghai')::date));
create index order_paid on order_step (((at at time zone 'Asia/Shanghai')::date)) where action = 'acceptPayment';
create index bill_by_issue_day on bill (((issued_at at time zone 'Asia/Shanghai')::date)) where status <> 'draft';

-- What the columns of a file of lines stand for, under a name that staff give it (R11.6). Columns are kept by the names that files give them.
create table line_mapping (
  name text primary key check (char_length(name) between 1 and 60),
  mapping jsonb not null,
  saved_by text not null check (char_length(saved_by) <= 80),
  saved_at timestamptz(3) not null default app_now()
);
