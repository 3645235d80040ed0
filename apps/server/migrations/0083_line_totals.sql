-- What lines come to, kept: a sum over a million lines takes a core for a second, and everybody at once may ask for it (R10.5, security 4.14).

-- The lines of a tenant that have everything in common by which they are filtered, but their reference. Written by the statements that write lines,
-- whichever node sends them.
create table line_total (
  tenant_id text not null,
  stage_id text collate "C" not null,
  org_id text collate "C" not null,
  project_id text collate "C" not null,
  product_id text collate "C" not null,
  occurred_on date not null,
  unit text collate "C" not null,
  line_count bigint not null,
  counted bigint not null, -- lines whose basis is counted in the unit
  loan_fen numeric(40, 0) not null, -- lines from before amounts had a bound come to more than a bigint holds
  quantity numeric(40, 0) not null,
  primary key (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit)
);
select tenant_owned('line_total');
revoke insert, update, delete on line_total from ronghui_tenant;

-- The same of lines that have a fee in an issued bill: what stands of their fees.
create table fee_total (
  tenant_id text not null,
  stage_id text collate "C" not null,
  org_id text collate "C" not null,
  project_id text collate "C" not null,
  product_id text collate "C" not null,
  occurred_on date not null,
  direction text not null check (direction in ('payable', 'receivable')),
  line_count bigint not null,
  fee_fen numeric(40, 0) not null,
  primary key (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, direction)
);
select tenant_owned('fee_total');
revoke insert, update, delete on fee_total from ronghui_tenant;

-- Rows are locked in the order of their keys, so that writers of the same lines' kind wait and do not deadlock.
create function keep_line_totals() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into line_total as t
    select tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit, -count(*), -count(quantity), -coalesce(sum(loan_fen), 0),
        -coalesce(sum(quantity), 0)
      from former_lines group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit) do update set
      line_count = t.line_count + excluded.line_count, counted = t.counted + excluded.counted, loan_fen = t.loan_fen + excluded.loan_fen,
      quantity = t.quantity + excluded.quantity;
  end if;
  if tg_op <> 'DELETE' then
    insert into line_total as t
    select tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit, count(*), count(quantity), coalesce(sum(loan_fen), 0),
        coalesce(sum(quantity), 0)
      from later_lines group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit) do update set
      line_count = t.line_count + excluded.line_count, counted = t.counted + excluded.counted, loan_fen = t.loan_fen + excluded.loan_fen,
      quantity = t.quantity + excluded.quantity;
  end if;
  return null;
end $$;
create trigger bill_line_total_added after insert on bill_line referencing new table as later_lines
  for each statement execute function keep_line_totals();
create trigger bill_line_total_changed after update on bill_line referencing old table as former_lines new table as later_lines
  for each statement execute function keep_line_totals();
create trigger bill_line_total_removed after delete on bill_line referencing old table as former_lines
  for each statement execute function keep_line_totals();

-- Adds the fees of some issued bills of one stage, which are parameters: only the stage's partitions are read then.
create function add_fee_totals(of_stage text, bills text[]) returns void language sql set search_path = public, pg_temp as $$
  insert into fee_total as t
  select f.tenant_id, f.stage_id, l.org_id, l.project_id, l.product_id, l.occurred_on, b.direction, count(*), sum(coalesce(a.to_fen, f.fee_fen))
    from bill b
      join line_fee f on f.tenant_id = b.tenant_id and f.bill_id = b.bill_id and f.stage_id = of_stage
      join bill_line l on l.tenant_id = f.tenant_id and l.line_id = f.line_id and l.stage_id = of_stage
      left join (select distinct on (tenant_id, bill_id, line_id) tenant_id, bill_id, line_id, to_fen from bill_line_adjustment
        where bill_id = any(bills) order by tenant_id, bill_id, line_id, step_no desc) a
        on a.tenant_id = f.tenant_id and a.bill_id = f.bill_id and a.line_id = f.line_id
    where b.stage_id = of_stage and b.bill_id = any(bills) and b.status <> 'draft'
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, direction) do update set
    line_count = t.line_count + excluded.line_count, fee_fen = t.fee_fen + excluded.fee_fen
$$;
revoke all on function add_fee_totals(text, text[]) from public;
grant execute on function add_fee_totals(text, text[]) to ronghui_service;

-- The lines of an issued bill and their fees never change but by an adjustment, so its issue is the moment at which they are added.
create function keep_issued_totals() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  issued record;
begin
  for issued in
    select n.stage_id, array_agg(n.bill_id) as bills
      from later_bills n join former_bills o using (tenant_id, bill_id)
      where o.status = 'draft' and n.status <> 'draft' group by n.stage_id order by n.stage_id
  loop
    perform add_fee_totals(issued.stage_id, issued.bills);
  end loop;
  return null;
end $$;
create trigger bill_issued_total after update on bill referencing old table as former_bills new table as later_bills
  for each statement execute function keep_issued_totals();

-- A line's last adjustment stands; what stood before it is the one before, or the fee. Steps of a bill follow one another under its lock.
create function keep_adjusted_totals() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  adjusted record;
begin
  for adjusted in
    select distinct n.tenant_id, b.stage_id from later_adjustments n join bill b using (tenant_id, bill_id)
      where b.status <> 'draft' order by 1, 2
  loop
    insert into fee_total as t
    select l.tenant_id, l.stage_id, l.org_id, l.project_id, l.product_id, l.occurred_on, b.direction, 0, sum(n.to_fen - coalesce(p.to_fen, f.fee_fen))
      from (select distinct on (bill_id, line_id) bill_id, line_id, step_no, to_fen from later_adjustments
          where tenant_id = adjusted.tenant_id order by bill_id, line_id, step_no desc) n
        join bill b on b.tenant_id = adjusted.tenant_id and b.bill_id = n.bill_id and b.stage_id = adjusted.stage_id
        join line_fee f on f.tenant_id = adjusted.tenant_id and f.stage_id = adjusted.stage_id and f.line_id = n.line_id and f.bill_id = n.bill_id
        join bill_line l on l.tenant_id = adjusted.tenant_id and l.stage_id = adjusted.stage_id and l.line_id = n.line_id
        left join lateral (select a.to_fen from bill_line_adjustment a
          where a.tenant_id = adjusted.tenant_id and a.bill_id = n.bill_id and a.line_id = n.line_id
            and not exists (select from later_adjustments s
              where s.tenant_id = a.tenant_id and s.bill_id = a.bill_id and s.line_id = a.line_id and s.step_no = a.step_no)
          order by a.step_no desc limit 1) p on true
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, stage_id, org_id, project_id, product_id, occurred_on, direction) do update set fee_fen = t.fee_fen + excluded.fee_fen;
  end loop;
  return null;
end $$;
create trigger bill_line_adjusted_total after insert on bill_line_adjustment referencing new table as later_adjustments
  for each statement execute function keep_adjusted_totals();

-- What is there already. Their owner would see no rows under the policies.
alter table bill_line no force row level security;
alter table line_fee no force row level security;
alter table bill no force row level security;
alter table bill_line_adjustment no force row level security;
alter table line_total no force row level security;
alter table fee_total no force row level security;
insert into line_total
select tenant_id, stage_id, org_id, project_id, product_id, occurred_on, unit, count(*), count(quantity), coalesce(sum(loan_fen), 0),
    coalesce(sum(quantity), 0)
  from bill_line group by 1, 2, 3, 4, 5, 6, 7;
select add_fee_totals(stage_id, array_agg(bill_id)) from bill where status <> 'draft' group by stage_id;
alter table bill_line force row level security;
alter table line_fee force row level security;
alter table bill force row level security;
alter table bill_line_adjustment force row level security;
alter table line_total force row level security;
alter table fee_total force row level security;
