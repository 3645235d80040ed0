-- Projects, organisations and stages (账期), and the lines of stages (billing.md, R10.5, R11.6).

-- The provider's: every tenant may read them.
create table org (
  org_id text collate "C" primary key check (char_length(org_id) <= 64),
  name text not null unique check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1)
);
create table stage (
  stage_id text collate "C" primary key check (char_length(stage_id) <= 64),
  name text not null unique check (char_length(name) between 1 and 60),
  opens_on date not null,
  issues_on date not null check (issues_on > opens_on),
  confirm_days int not null default 5 check (confirm_days between 1 and 60), -- working days
  pay_days int not null default 10 check (pay_days between 0 and 365),
  status text not null default 'open' check (status in ('open', 'issued')),
  issued_at timestamptz(3),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  check ((status = 'issued') = (issued_at is not null))
);
create index stage_newest on stage (opens_on desc, stage_id desc);
select tenant_readable('org', 'stage');

create table project (
  tenant_id text not null references tenant,
  project_id text collate "C" not null check (char_length(project_id) <= 64),
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, project_id),
  unique (tenant_id, name)
);
select tenant_owned('project');
revoke insert, update, delete on project from ronghui_tenant;

-- One countable fact of a stage, whatever the product; loan_no is its reference. Lines come by millions and by set operations that join
-- what they name, so the table has no foreign keys: each would cost a look-up a line, and a lock of its table at every new stage.
create table bill_line (
  tenant_id text not null,
  stage_id text collate "C" not null,
  -- 60 random bits are enough within a tenant and a stage.
  line_id text collate "C" not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (char_length(line_id) <= 64),
  loan_no text collate "C" not null check (char_length(loan_no) between 1 and 64),
  project_id text collate "C" not null,
  product_id text collate "C" not null,
  org_id text collate "C" not null,
  borrower_masked text check (char_length(borrower_masked) <= 40),
  loan_fen bigint,
  quantity bigint,
  unit text not null check (char_length(unit) between 1 and 20),
  rate_millionths bigint check (rate_millionths >= 0), -- of this line alone
  occurred_on date not null,
  corrects_line_id text collate "C",
  -- Set by the generation of bills, shown once the stage is issued.
  direction text check (direction in ('payable', 'receivable')),
  fee_fen bigint,
  created_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, stage_id, line_id),
  constraint bill_line_one_basis check ((loan_fen is null) <> (quantity is null)),
  constraint bill_line_safe check (abs(coalesce(loan_fen, quantity)) <= 9007199254740991 and abs(fee_fen) <= 9007199254740991),
  -- What corrects another line may take away.
  constraint bill_line_negative check (corrects_line_id is not null or (coalesce(loan_fen, quantity) >= 0)),
  constraint bill_line_charged check ((direction is null) = (fee_fen is null))
) partition by list (stage_id);
-- The same line is imported once; its beginning finds lines by their reference.
create unique index bill_line_once on bill_line (tenant_id, loan_no, occurred_on, product_id, org_id, stage_id);
-- One for each filter. They hold the other filters too, so that what a filter leaves out is never fetched.
create index bill_line_newest on bill_line (tenant_id, occurred_on desc, line_id desc)
  include (stage_id, org_id, product_id, project_id, loan_no);
create index bill_line_by_org on bill_line (tenant_id, org_id, occurred_on desc, line_id desc)
  include (stage_id, product_id, project_id, loan_no);
create index bill_line_by_product on bill_line (tenant_id, product_id, occurred_on desc, line_id desc)
  include (stage_id, org_id, project_id, loan_no);
create index bill_line_by_project on bill_line (tenant_id, project_id, occurred_on desc, line_id desc)
  include (stage_id, org_id, product_id, loan_no);
select tenant_owned('bill_line');
-- A merchant reads them.
revoke insert, update, delete on bill_line from ronghui_tenant;

-- Makes the partition of a stage's lines. Attached, not created as one: that would wait for every reader of the lines and hold up the next.
-- Only the service has a privilege on a partition: a tenant reaches its lines through the policies of the whole table alone.
create function make_line_partition(of_stage text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := 'bill_line_' || left(md5(of_stage), 16);
begin
  if not exists (select from stage where stage_id = of_stage) then
    raise exception 'there is no stage %', of_stage using errcode = 'foreign_key_violation';
  end if;
  execute format('create table %I (like bill_line including all, check (stage_id = %L))', part, of_stage);
  execute format('alter table bill_line attach partition %I for values in (%L)', part, of_stage);
end $$;
revoke all on function make_line_partition(text) from public;
grant execute on function make_line_partition(text) to ronghui_service;
