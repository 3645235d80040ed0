import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { lockCorrections } from '../generation/draft-corrections.sql.ts';

/** A basis in words: an amount, or a count with its unit. */
const basisText = (basis: 'c.basis' | 'k.before' | 'k.total') => sql`case when c.unit is null
  then to_char(${sql.ref(basis)} * 0.01, 'FM999,999,999,999,990.00') || ' 元' else ${sql.ref(basis)} || ' ' || c.unit end`;

/** Whether staged rows correct other lines. */
const hasCorrections = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from staged_line where corrects_line_id is not null limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * Makes `staged_correction`: each line that the file corrects, as it stands in the database, with what corrects it already: in stages that are
 * still open, and what was billed. What an issued stage left out corrects nothing and may be given again. No row where the tenant has no such line.
 * In each stage by the primary keys, and by bill_line_corrections.
 */
const findCorrected = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`
    create temp table staged_correction on commit drop as
    select c.tenant_id, c.line_id, o.project_id, o.product_id, o.org_id, o.corrects_line_id, o.basis, o.unit, o.stage_name, o.is_issued, o.is_later,
        o.is_charged, coalesce((select sum(coalesce(b.loan_fen, b.quantity)) from bill_line b join stage g using (stage_id)
          where b.tenant_id = c.tenant_id and b.corrects_line_id = c.line_id
            and (g.status <> 'issued' or exists (
              select from line_fee f where f.tenant_id = b.tenant_id and f.stage_id = b.stage_id and f.line_id = b.line_id))), 0) as before
      from (select distinct p.tenant_id, s.corrects_line_id as line_id from staged_line s join staged_party p using (party)
          where s.corrects_line_id is not null and p.tenant_id is not null) c
        cross join lateral (
          select l.project_id, l.product_id, l.org_id, l.corrects_line_id, coalesce(l.loan_fen, l.quantity) as basis,
              case when l.quantity is not null then l.unit end as unit, g.name as stage_name, g.status = 'issued' as is_issued,
              g.opens_on > t.opens_on as is_later, exists (
                select from line_fee f join bill x on x.tenant_id = f.tenant_id and x.bill_id = f.bill_id and x.status <> 'draft'
                  where f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id) as is_charged
            from stage t cross join stage g join bill_line l on l.stage_id = g.stage_id
            where t.stage_id = ${stageId} and l.tenant_id = c.tenant_id and l.line_id = c.line_id
            order by g.status = 'issued' desc, g.opens_on limit 1) o`.execute(tx);
};

/** Notes rows whose line cannot be corrected, or not by them: one reason a row, the first that holds. */
const noteWrongCorrections = async (tx: Tx): Promise<void> => {
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select f.row_no, 5, 'correctsLineId', f.corrects_line_id, f.reason
      from (
        select s.row_no, s.corrects_line_id, case
            when c.line_id is null then '这个商户没有这条明细'
            when not c.is_issued then '原明细在账期“' || c.stage_name || '”，该账期还没有出账；只能更正已出账账期的明细'
            when c.is_later then '原明细在账期“' || c.stage_name || '”，晚于本账期；只能更正以前账期的明细'
            when not c.is_charged then '原明细没有收过费：它没有计入已出账的账单，不能更正'
            when c.corrects_line_id is not null then '这条明细自己就是更正，请改填它所更正的原明细：' || c.corrects_line_id
            when c.product_id <> p.product_id then '与原明细不是同一产品'
            when c.org_id <> p.org_id then '与原明细不是同一机构'
            when c.project_id <> p.project_id then '与原明细不是同一项目'
            when c.unit is distinct from case when s.quantity is not null then s.unit end
              then '与原明细的单位不同：原明细以“' || coalesce(c.unit, '元') || '”计' end as reason
          from staged_line s join staged_party p using (party)
            left join staged_correction c on c.tenant_id = p.tenant_id and c.line_id = s.corrects_line_id
          where s.corrects_line_id is not null and p.tenant_id is not null) f
      where f.reason is not null`.execute(tx);
};

/**
 * Notes rows with which the corrections of a line, together with those that are stored, come to more than the line's own basis, whether they
 * take away or add.
 */
const noteExcess = async (tx: Tx): Promise<void> => {
  await sql`
    insert into staged_fault (row_no, place, field, value, reason)
    select k.row_no, 5, 'correctsLineId', k.line_id,
        '更正合计超过原明细：原明细为 ' || ${basisText('c.basis')} || '，已有更正 ' || ${basisText('k.before')} || '，连同本文件为 ' || ${basisText('k.total')}
      from (
        select s.row_no, c.tenant_id, c.line_id, c.before,
            c.before + sum(coalesce(s.loan_fen, s.quantity)) over (partition by c.tenant_id, c.line_id order by s.row_no) as reached,
            c.before + sum(coalesce(s.loan_fen, s.quantity)) over (partition by c.tenant_id, c.line_id) as total
          from staged_line s join staged_party p using (party)
            join staged_correction c on c.tenant_id = p.tenant_id and c.line_id = s.corrects_line_id
          where not exists (select from staged_fault f where f.row_no = s.row_no and f.field = 'correctsLineId')) k
        join staged_correction c using (tenant_id, line_id)
      where abs(k.total) > abs(c.basis) and abs(k.reached) > abs(c.basis)`.execute(tx);
};

/**
 * Notes rows that correct what they may not: only a line of an issued, earlier stage that was charged, of the same tenant, product,
 * organisation and project, in the same unit, that is no correction itself; all corrections of a line come to no more than its basis. Imports that correct lines follow one
 * another until the transaction ends, whatever their stages.
 *
 * @source billing.md, lines; R11.6
 */
export const noteCorrections = async (tx: Tx, stageId: string): Promise<void> => {
  if (!(await hasCorrections(tx))) return;
  await lockCorrections(tx);
  await findCorrected(tx, stageId);
  await noteWrongCorrections(tx);
  await noteExcess(tx);
};
