-- Rules that explain differences (R13.2, R13.3): made from a step by hand, kept for ever, and taken back.

-- What the lines of a counterparty have more than the rows of the ledger, always. A rule never changes: another one is another row.
create table recon_rule (
  tenant_id text not null references tenant,
  rule_id text collate "C" not null check (char_length(rule_id) <= 64),
  rule_no bigint generated always as identity unique, -- of several that explain a difference the first one does
  side text not null check (side in ('fee', 'basis')), -- of runs of this side and direction
  direction text not null check (direction in ('payable', 'receivable')),
  counterparty text collate "C" not null check (char_length(counterparty) between 1 and 80),
  kind text not null check (kind in ('rate', 'amount')),
  value bigint not null check (value <> 0), -- millionths of the line's amount, or fen
  run_id text collate "C" not null, -- the step by hand that it was made from
  item_no bigint not null,
  user_id text not null references user_account,
  made_by text not null check (char_length(made_by) <= 80),
  created_at timestamptz(3) not null default app_now(),
  taken_back_at timestamptz(3),
  taken_back_user_id text references user_account,
  taken_back_by text check (char_length(taken_back_by) <= 80),
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, run_id) references recon_run,
  check (abs(value) <= case kind when 'rate' then 1000000 else 1000000000 end),
  check ((taken_back_at is null) = (taken_back_by is null) and (taken_back_by is null) = (taken_back_user_id is null))
);
create unique index recon_rule_in_force on recon_rule (tenant_id, side, direction, counterparty, kind, value) where taken_back_at is null;
create index recon_rule_newest on recon_rule (tenant_id, rule_no desc);
create index recon_rule_of_run on recon_rule (tenant_id, run_id);
select tenant_owned('recon_rule');
revoke delete on recon_rule from ronghui_tenant, ronghui_service;

-- The rules in force when a run was started, as they were; null where there were no rules yet.
alter table recon_run add column rules jsonb;
-- The rule that explains the difference of an item.
alter table recon_item add column difference_rule_no bigint;

-- As before; the rules change items of a run before its tables are part of the whole.
create or replace function make_recon_tables(of_run bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of text;
  part text;
begin
  if not exists (select from recon_run where run_no = of_run) then
    raise exception 'there is no run %', of_run using errcode = 'foreign_key_violation';
  end if;
  foreach of in array array['recon_item', 'recon_part'] loop
    part := of || '_' || of_run;
    execute format('create table %I (like public.%I including defaults including constraints, check (run_no = %L))', part, of, of_run);
    execute format('create view pg_temp.%I as select * from public.%I', of, part);
    execute format('grant select, insert on pg_temp.%I to ronghui_service', of);
  end loop;
  execute 'grant update (kind, rule, difference_rule_no) on pg_temp.recon_item to ronghui_service';
end $$;
