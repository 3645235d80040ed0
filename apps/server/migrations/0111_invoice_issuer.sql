-- Invoices are asked for and answered later (R15.4, receipts 5.1): 开票中, 待人工处理 and 红冲中 stand between application and issue, and before a reversal.

-- What is with the issuer has a status of its own. Nodes of the version before mark it beside the former status; their marks hold too.
alter table invoice
  drop constraint invoice_status_check,
  add constraint invoice_status_check check (status in ('applied', 'issuing', 'needsPerson', 'issued', 'rejected', 'reversing', 'reversed')),
  drop constraint invoice_issued,
  add constraint invoice_issued check (
    (status in ('issued', 'reversing', 'reversed')) = (issued_at is not null) and (issued_at is null) = (number is null)),
  drop constraint invoice_with_issuer,
  add constraint invoice_with_issuer check (
    num_nulls(issuer_step, issuer_since) in (0, 2)
    and (issuer_step is not distinct from 'reverse') = (issuer_reason is not null)
    and case issuer_step
      when 'issue' then status in ('applied', 'issuing', 'needsPerson')
      when 'reverse' then status in ('issued', 'reversing')
      else status not in ('issuing', 'needsPerson', 'reversing') end),
  -- When the issuer is asked next, and how often it was asked without a result.
  add column issuer_ask_at timestamptz(3),
  add column issuer_tries int not null default 0 check (issuer_tries >= 0),
  -- What the issuer last reported: what a person has to do and where, or why it refused.
  add column issuer_note text check (char_length(issuer_note) between 1 and 500),
  add column issuer_url text check (issuer_url ~ '^https://' and char_length(issuer_url) <= 1000),
  -- How many reversals the issuer refused: each that is asked for after a refusal has a reference of its own.
  add column reversals_refused int not null default 0 check (reversals_refused >= 0),
  -- Why it is reversed, as the tax bureau has it, and the number of the red invoice.
  add column reversal_code text check (reversal_code in ('01', '02', '03', '04')),
  add column red_number text collate "C" check (red_number is null or red_number ~ '^[0-9]{8,20}$' and status = 'reversed');

-- What is with the issuer, by when it is asked next.
create index invoice_ask on invoice (issuer_ask_at, invoice_no) where issuer_step is not null;

-- What an issuer is given of each line, where it is known: 税收分类编码, 单位, 数量, 优惠政策.
alter table invoice_item
  add column tax_code text check (tax_code ~ '^[0-9]{1,19}$'),
  add column unit text check (char_length(unit) between 1 and 20),
  add column quantity bigint check (quantity > 0),
  add column tax_policy text check (char_length(tax_policy) between 1 and 50);

-- The files of an invoice, each kind once, and those of its red invoice; the XML is the original. `invoice.file_id` is what a download gives without a kind.
create table invoice_file (
  tenant_id text not null,
  invoice_no text collate "C" not null,
  is_red boolean not null default false,
  kind text not null check (kind in ('pdf', 'ofd', 'xml')),
  file_id text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  added_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, invoice_no, is_red, kind),
  foreign key (tenant_id, invoice_no) references invoice
);
select tenant_owned('invoice_file');
revoke insert, update, delete on invoice_file from ronghui_tenant;

alter table invoice no force row level security;
update invoice set status = 'issuing' where issuer_step = 'issue' and status = 'applied';
update invoice set status = 'reversing' where issuer_step = 'reverse' and status = 'issued';
alter table file no force row level security;
alter table invoice_file no force row level security;
insert into invoice_file (tenant_id, invoice_no, kind, file_id, sha256)
  select i.tenant_id, i.invoice_no, case f.mime when 'application/ofd' then 'ofd' when 'application/xml' then 'xml' else 'pdf' end, f.file_id, f.sha256
  from invoice i join file f on f.tenant_id = i.tenant_id and f.file_id = i.file_id;
alter table invoice_file force row level security;
alter table file force row level security;
alter table invoice force row level security;
