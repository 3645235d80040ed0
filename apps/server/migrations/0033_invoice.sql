-- Invoices: titles, applications and what they cover (R10.12, billing.md).

-- The tax rate of what a specification sells, and of an order as it was placed. @unit millionths
alter table sku add column tax_millionths int not null default 60000 check (tax_millionths between 0 and 1000000);
alter table "order" add column tax_millionths int not null default 60000 check (tax_millionths between 0 and 1000000);

-- The title that a tenant saved; until then it is that of its certification.
create table invoice_title (
  tenant_id text primary key references tenant,
  name text not null check (char_length(name) between 1 and 100),
  tax_no text check (char_length(tax_no) between 15 and 20),
  address text check (char_length(address) between 1 and 200),
  phone text check (char_length(phone) between 1 and 30),
  bank_name text check (char_length(bank_name) between 1 and 100),
  bank_account_sealed bytea,
  bank_account_masked text check (char_length(bank_account_masked) <= 40),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  constraint invoice_title_account check ((bank_account_sealed is null) = (bank_account_masked is null))
);
select tenant_owned('invoice_title');
revoke delete on invoice_title from ronghui_tenant;

-- An application and what became of it, with the title as it was.
create table invoice (
  tenant_id text not null references tenant,
  invoice_no text collate "C" not null check (char_length(invoice_no) <= 64),
  type text not null check (type in ('normal', 'special')),
  status text not null default 'applied' check (status in ('applied', 'issued', 'rejected', 'reversed')),
  title_name text not null check (char_length(title_name) between 1 and 100),
  title_tax_no text,
  title_address text,
  title_phone text,
  title_bank_name text,
  title_account_sealed bytea,
  title_account_masked text,
  item_count int not null check (item_count between 1 and 200),
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  tax_millionths int not null check (tax_millionths between 0 and 1000000),
  user_id text not null references user_account,
  number text collate "C" check (number ~ '^[0-9]{8,20}$'),
  file_id text,
  is_demonstration boolean not null default false,
  applied_at timestamptz(3) not null default app_now(),
  issued_at timestamptz(3),
  ended_at timestamptz(3),
  reason text check (char_length(reason) between 1 and 500),
  version bigint not null default 1 check (version >= 1),
  updated_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, invoice_no),
  constraint invoice_issued check ((status in ('issued', 'reversed')) = (issued_at is not null) and (issued_at is null) = (number is null)),
  constraint invoice_ended check ((status in ('rejected', 'reversed')) = (ended_at is not null) and (ended_at is null) = (reason is null)),
  constraint invoice_special check (type = 'normal'
    or num_nulls(title_tax_no, title_address, title_bank_name, title_account_sealed) = 0)
);
-- The desk finds by the number of the application, and a number of an invoice is one invoice's.
create unique index invoice_no on invoice (invoice_no);
create unique index invoice_number on invoice (number) where number is not null;
create index invoice_newest on invoice (tenant_id, applied_at desc, invoice_no desc) include (status);
create index invoice_desk on invoice (status, applied_at desc, invoice_no desc);
select tenant_owned('invoice');
-- A merchant applies; the desk does the rest.
revoke update, delete on invoice from ronghui_tenant;
revoke delete on invoice from ronghui_service;

-- What an invoice covers. Whatever races, an order or a bill is covered once.
create table invoice_item (
  tenant_id text not null,
  invoice_no text collate "C" not null,
  kind text not null check (kind in ('order', 'bill')),
  item_no text collate "C" not null,
  name text not null check (char_length(name) <= 200),
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0),
  is_covering boolean not null default true,
  primary key (tenant_id, invoice_no, kind, item_no),
  foreign key (tenant_id, invoice_no) references invoice
);
create unique index invoice_item_once on invoice_item (tenant_id, kind, item_no) where is_covering;
select tenant_owned('invoice_item');
revoke update, delete on invoice_item from ronghui_tenant;
revoke delete on invoice_item from ronghui_service;

-- Notices lead to invoices too; feedback and exports are named, so that this and their migrations may come in any order.
alter table notice drop constraint if exists notice_place_check, add constraint notice_place_check check (place in (
  'order', 'bill', 'invoice', 'feedback', 'exports', 'authorization', 'certification', 'members', 'home', 'safety', 'basicInfo'));
