-- Fee rules, bills, their history, and the fees of lines (billing.md, R4.9, R10.3).

-- A rule is for a product, and optionally for an org and a tenant alone. Its versions never change: an old bill is reckoned again by them.
create table fee_rule (
  rule_id text collate "C" primary key check (char_length(rule_id) <= 64),
  product_id text collate "C" not null check (char_length(product_id) <= 64),
  org_id text collate "C" references org,
  tenant_id text references tenant,
  version bigint not null default 1 check (version >= 1), -- the latest one
  created_at timestamptz(3) not null default app_now(),
  updated_at timestamptz(3) not null default app_now(),
  constraint fee_rule_scope unique nulls not distinct (product_id, org_id, tenant_id)
);
create index fee_rule_newest on fee_rule (created_at desc, rule_id desc);
create table fee_rule_version (
  rule_id text collate "C" not null references fee_rule,
  version bigint not null check (version >= 1),
  tenant_id text, -- the rule's, for the policy
  holds_from date not null,
  direction text not null check (direction in ('payable', 'receivable')),
  unit text check (char_length(unit) between 1 and 20), -- of a counted basis; null: the basis is an amount
  kind text not null check (kind in ('rate', 'fixed', 'tiered')),
  rate_millionths bigint check (rate_millionths >= 0),
  fee_fen bigint check (fee_fen >= 0),
  per text check (per in ('line', 'unit')),
  method text check (method in ('whole', 'marginal')),
  tier_from bigint[],
  tier_rate bigint[],
  line_minimum_fen bigint check (line_minimum_fen >= 0),
  line_cap_fen bigint check (line_cap_fen >= 0),
  bill_minimum_fen bigint check (bill_minimum_fen >= 0),
  bill_cap_fen bigint check (bill_cap_fen >= 0),
  tax_millionths bigint not null check (tax_millionths between 0 and 1000000),
  made_by text not null check (char_length(made_by) <= 80), -- the member of staff
  created_at timestamptz(3) not null default app_now(),
  primary key (rule_id, version),
  constraint fee_rule_version_kind check (case kind
    when 'rate' then rate_millionths is not null and num_nonnulls(fee_fen, per, method, tier_from, tier_rate) = 0
    when 'fixed' then num_nonnulls(fee_fen, per) = 2 and num_nonnulls(rate_millionths, method, tier_from, tier_rate) = 0
    else num_nonnulls(method, tier_from, tier_rate) = 3 and num_nonnulls(rate_millionths, fee_fen, per) = 0
      and cardinality(tier_from) = cardinality(tier_rate) and cardinality(tier_from) between 1 and 20 end)
);
alter table fee_rule_version enable row level security;
alter table fee_rule_version force row level security;
create policy service_all on fee_rule_version to ronghui_service using (true) with check (true);
-- What is agreed with one tenant is shown to no other.
create policy tenant_read on fee_rule_version for select to ronghui_tenant using (app_tenant() is not null and (tenant_id is null or tenant_id = app_tenant()));
grant select on fee_rule_version to ronghui_tenant;
revoke update, delete on fee_rule_version from ronghui_service;

-- A draft has no number and no dates; its issue gives them. Names are those of the issue, as the bill was sent.
create table bill (
  tenant_id text not null references tenant,
  bill_id text collate "C" not null default replace(gen_random_uuid()::text, '-', '') check (char_length(bill_id) <= 64),
  bill_no text collate "C" unique check (char_length(bill_no) <= 64),
  stage_id text collate "C" not null references stage,
  project_id text collate "C" not null,
  product_id text collate "C" not null,
  org_id text collate "C" not null references org,
  direction text not null check (direction in ('payable', 'receivable')),
  tax_millionths bigint not null check (tax_millionths between 0 and 1000000),
  stage_name text not null,
  project_name text not null,
  product_name text not null,
  org_name text not null,
  line_count bigint not null check (line_count > 0),
  basis bigint not null, -- the sum of the lines' bases, in fen or in units
  unit text, -- null: the basis is an amount
  lines_fen bigint not null check (lines_fen >= 0),
  minimum_fen bigint not null default 0 check (minimum_fen >= 0),
  cap_fen bigint not null default 0 check (cap_fen <= 0),
  adjusted_fen bigint not null default 0, -- the sum of the adjustments
  amount_fen bigint not null check (amount_fen between 0 and 9007199254740991),
  tax_fen bigint not null check (tax_fen >= 0),
  lines_sha256 text check (lines_sha256 ~ '^[0-9a-f]{64}$'), -- of its lines and their fees, as they were issued
  paid_fen bigint not null default 0 check (paid_fen between 0 and amount_fen),
  status text not null default 'draft' check (status in ('draft', 'pending', 'disputed', 'confirmed', 'settled')),
  approval text not null default 'none' check (approval in ('none', 'waiting')),
  issued_at timestamptz(3),
  confirm_by timestamptz(3), -- the end of a day: past it the bill is confirmed by the clock
  pay_days int not null check (pay_days between 0 and 365), -- of its stage when it was drawn up
  confirmed_at timestamptz(3),
  confirmed_by text references user_account, -- null: the clock
  auto_confirmed boolean not null default false,
  approved_at timestamptz(3),
  approved_by text references user_account,
  auto_approved boolean not null default false,
  settled_at timestamptz(3),
  confirm_by_set_at timestamptz(3), -- since when this confirm_by holds
  reminded_days int, -- the last reminder of this confirm_by
  step_no int not null default 0, -- the number of its last step
  created_at timestamptz(3) not null default app_now(),
  -- `dueOf` of the domain. What the clock confirmed counts from the last day to confirm, so that its step changes nothing here.
  due_on date generated always as (case when confirmed_at is null or auto_confirmed
    then (confirm_by at time zone 'Asia/Shanghai')::date - 1 else (confirmed_at at time zone 'Asia/Shanghai')::date end + pay_days) stored,
  -- When the clock decides; null where it has nothing to decide. A column, so that no tenant's list is planned over bill_clock, which is all tenants'.
  clock_at timestamptz(3) generated always as (case when status = 'pending' or approval = 'waiting' then confirm_by end) stored,
  updated_at timestamptz(3) not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  primary key (tenant_id, bill_id),
  foreign key (tenant_id, project_id) references project,
  constraint bill_once unique (tenant_id, stage_id, project_id, product_id, org_id, direction, tax_millionths),
  constraint bill_sum check (amount_fen = lines_fen + minimum_fen + cap_fen + adjusted_fen),
  constraint bill_issued check ((status = 'draft') = (bill_no is null) and (status = 'draft') = (issued_at is null)
    and (status = 'draft') = (confirm_by is null) and (status = 'draft') = (lines_sha256 is null)),
  constraint bill_confirmed check ((status in ('confirmed', 'settled')) = (confirmed_at is not null)),
  constraint bill_waiting check (approval = 'none' or status = 'confirmed'),
  constraint bill_settled check ((status = 'settled') = (settled_at is not null) and (status <> 'settled' or paid_fen = amount_fen))
);
-- The newest first, with all that filters and sums ask for: they read this index alone.
create index bill_newest on bill (tenant_id, issued_at desc, bill_no desc)
  include (direction, project_id, product_id, org_id, stage_id, status, approval, confirm_by, due_on, amount_fen, paid_fen)
  where status <> 'draft';
-- Filters that leave few of many bills; the others are answered by bill_newest.
create index bill_by_number on bill (tenant_id, bill_no) where status <> 'draft';
create index bill_by_due on bill (tenant_id, due_on) where status <> 'draft';
create index bill_waiting on bill (tenant_id, issued_at desc, bill_no desc) where approval = 'waiting' and status <> 'draft';
-- What the clock has to store, and whom it has to remind.
create index bill_clock on bill (clock_at, bill_no) where clock_at is not null;
create index bill_of_stage on bill (stage_id, status);
-- Of all tenants, drafts too: the list of the desk.
create index bill_made on bill (created_at desc, bill_id desc);
alter table bill enable row level security;
alter table bill force row level security;
create policy service_all on bill to ronghui_service using (true) with check (true);
-- Nobody but ops sees a draft.
create policy tenant_own on bill to ronghui_tenant
  using (tenant_id = app_tenant() and status <> 'draft') with check (tenant_id = app_tenant() and status <> 'draft');
grant select on bill to ronghui_tenant;
grant update (status, approval, amount_fen, adjusted_fen, tax_fen, confirm_by, confirm_by_set_at, reminded_days, confirmed_at, confirmed_by, auto_confirmed,
  approved_at, approved_by, auto_approved, step_no, updated_at, version) on bill to ronghui_tenant;

create sequence bill_number;
-- Ten digits that tell nobody how many bills there are: of a count below 10,000,000,000 each gives others. The halves of its digits change
-- places four times, each time with what a function of the one half adds to the other.
create function scattered_number(counted bigint) returns text language sql immutable strict as $$
  with recursive turned (turn, high, low) as (
    select 0, counted / 100000 % 100000, counted % 100000
    union all
    select turn + 1, low, (high + (low * low + 7919 * low + 104729 * (turn + 1)) % 99991) % 100000 from turned where turn < 4
  )
  select lpad((high * 100000 + low)::text, 10, '0') from turned where turn = 4
$$;

-- Every step of a bill since its issue, as it was after it: every amount it ever had, by whom and why (R10.4). Nothing here changes.
create table bill_step (
  tenant_id text not null,
  bill_id text collate "C" not null,
  step_no int not null check (step_no >= 1),
  kind text not null check (kind in ('issued', 'confirmed', 'autoConfirmed', 'approved', 'autoApproved', 'sentBack', 'disputed', 'reopened',
    'withdrawn', 'adjusted', 'kept', 'paid', 'settled')),
  at timestamptz(3) not null,
  actor text not null check (actor in ('merchant', 'ops', 'clock')),
  by_id text, -- the user or the member of staff
  by_name text not null check (char_length(by_name) <= 80),
  address text check (char_length(address) <= 64), -- from where the merchant decided
  amount_fen bigint not null check (amount_fen >= 0),
  from_fen bigint, -- adjusted: what it was before
  confirm_by timestamptz(3) not null,
  waits boolean not null default false, -- confirmed: a second person has to approve
  feedback_no text collate "C",
  payment_fen bigint check (payment_fen >= 0),
  payment_on date,
  payment_serial text check (char_length(payment_serial) between 1 and 64),
  reason text check (char_length(reason) <= 500),
  primary key (tenant_id, bill_id, step_no),
  foreign key (tenant_id, bill_id) references bill,
  check ((kind = 'adjusted') = (from_fen is not null)),
  check ((kind in ('paid', 'settled')) = (num_nonnulls(payment_fen, payment_on, payment_serial) = 3)),
  check ((kind in ('disputed', 'reopened', 'withdrawn', 'adjusted', 'kept')) = (feedback_no is not null))
);
-- What a person decided, for the copy of their data.
create index bill_step_of_user on bill_step (tenant_id, by_id, at desc) where actor = 'merchant';
select tenant_owned('bill_step');
revoke update, delete on bill_step from ronghui_tenant, ronghui_service;
-- A payment is one effect, by the bank's serial.
create unique index bill_step_payment on bill_step (tenant_id, bill_id, payment_serial) where payment_serial is not null;

-- What the answer to a feedback changed of one line; the sum of a feedback's rows is what it changed of the bill.
create table bill_line_adjustment (
  tenant_id text not null,
  bill_id text collate "C" not null,
  step_no int not null,
  line_id text collate "C" not null,
  from_fen bigint not null,
  to_fen bigint not null,
  primary key (tenant_id, bill_id, step_no, line_id),
  foreign key (tenant_id, bill_id, step_no) references bill_step
);
select tenant_owned('bill_line_adjustment');
revoke insert, update, delete on bill_line_adjustment from ronghui_tenant;
revoke update, delete on bill_line_adjustment from ronghui_service;

-- A transfer of the merchant, for one bill or several. It changes no state.
create table bill_voucher (
  tenant_id text not null references tenant,
  voucher_id text collate "C" not null check (char_length(voucher_id) <= 64),
  paid_at timestamptz(3) not null,
  bank_serial text check (char_length(bank_serial) between 1 and 64),
  file_ids text[] not null check (cardinality(file_ids) between 1 and 5),
  user_id text not null references user_account,
  sent_at timestamptz(3) not null default app_now(),
  primary key (tenant_id, voucher_id)
);
select tenant_owned('bill_voucher');
revoke update, delete on bill_voucher from ronghui_tenant;
create table bill_voucher_item (
  tenant_id text not null,
  bill_id text collate "C" not null,
  voucher_id text collate "C" not null,
  primary key (tenant_id, bill_id, voucher_id),
  foreign key (tenant_id, bill_id) references bill,
  foreign key (tenant_id, voucher_id) references bill_voucher
);
select tenant_owned('bill_voucher_item');
revoke update, delete on bill_voucher_item from ronghui_tenant;

-- Which versions of rules made a bill, and what each made of it.
create table bill_rule (
  tenant_id text not null,
  bill_id text collate "C" not null,
  rule_id text collate "C" not null,
  rule_version bigint not null,
  line_count bigint not null,
  basis bigint not null,
  fee_fen bigint not null,
  primary key (tenant_id, bill_id, rule_id, rule_version),
  foreign key (tenant_id, bill_id) references bill on delete cascade,
  foreign key (rule_id, rule_version) references fee_rule_version
);
select tenant_owned('bill_rule');
revoke insert, update, delete on bill_rule from ronghui_tenant;

-- The fee of a line, written by generations as millions of rows: a table of its own, because lines never change and carry six indexes.
-- No foreign keys, for the reason of bill_line. A tenant sees it through an issued bill alone (the policy of bill).
create table line_fee (
  tenant_id text not null,
  stage_id text collate "C" not null,
  line_id text collate "C" not null,
  bill_id text collate "C" not null,
  place int not null, -- in the bill, by day and reference
  before bigint not null, -- the basis of the lines before it
  rule_id text collate "C" not null,
  rule_version bigint not null,
  fee_fen bigint not null check (abs(fee_fen) <= 9007199254740991),
  primary key (tenant_id, stage_id, line_id)
) partition by list (stage_id);
create index line_fee_of_bill on line_fee (tenant_id, bill_id, place);
select tenant_owned('line_fee');
revoke insert, update, delete on line_fee from ronghui_tenant;

-- What the last generation of a stage left out, with the first of those lines.
create table bill_left_out (
  stage_id text collate "C" not null references stage,
  reason text not null check (reason in ('noRule', 'otherUnit', 'negative', 'tooLarge', 'issued')),
  line_count bigint not null check (line_count > 0),
  examples jsonb not null,
  primary key (stage_id, reason)
);

alter table bill_line drop constraint bill_line_charged, drop column direction, drop column fee_fen;

create or replace function make_line_partition(of_stage text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of text;
  part text;
begin
  if not exists (select from stage where stage_id = of_stage) then
    raise exception 'there is no stage %', of_stage using errcode = 'foreign_key_violation';
  end if;
  foreach of in array array['bill_line', 'line_fee'] loop
    part := of || '_' || left(md5(of_stage), 16);
    if to_regclass(part) is null then
      execute format('create table %I (like %I including all, check (stage_id = %L))', part, of, of_stage);
      execute format('alter table %I attach partition %I for values in (%L)', of, part, of_stage);
    end if;
  end loop;
end $$;
-- Stages that were made before have lines and no place for fees.
select make_line_partition(stage_id) from stage;

-- Lines of an issued stage never change, and none is added. The share of the stage's row lets an issue wait for those that add.
create function keep_issued_lines() returns trigger language plpgsql as $$
declare
  issued text;
begin
  perform from stage where stage_id in (select distinct stage_id from changed_lines) order by stage_id for share;
  select stage_id into issued from stage where stage_id in (select distinct stage_id from changed_lines) and status = 'issued' limit 1;
  if issued is not null then
    raise exception 'the stage % is issued', issued using errcode = 'check_violation', constraint = 'bill_line_stage_open';
  end if;
  return null;
end $$;
create trigger bill_line_added after insert on bill_line referencing new table as changed_lines
  for each statement execute function keep_issued_lines();
create trigger bill_line_changed after update on bill_line referencing old table as changed_lines
  for each statement execute function keep_issued_lines();
create trigger bill_line_removed after delete on bill_line referencing old table as changed_lines
  for each statement execute function keep_issued_lines();
