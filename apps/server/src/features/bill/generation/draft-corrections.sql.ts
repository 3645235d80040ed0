import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/**
 * Makes `drawn_correction`: the lines of the stage that correct others and have no fee, each with the line that it corrects as an issued bill has
 * charged it; no version where none has. `is_over`: they come to more than that line, together with what corrects it elsewhere: in other open
 * stages, and what was billed. An issued stage may have left a correction out that a later one has brought again; drawn up once more, it would be
 * given twice. `standing`: what stands of that line, with what other issued bills corrected. Imports of corrections wait meanwhile, as for each other.
 *
 * What is billed elsewhere is read from the stored tables by their full names, also where a trial has put copies of the stage in front of them.
 *
 * @source billing.md, lines
 */
export const drawCorrections = async (tx: Tx, stageId: string): Promise<void> => {
  const { rows } =
    await sql`select from bill_line where stage_id = ${stageId} and corrects_line_id is not null limit 1`.execute(tx);
  if (rows.length > 0) await lockCorrections(tx);
  await sql`
    create temp table drawn_correction on commit drop as
    with own as (
      select c.tenant_id, c.line_id, c.corrects_line_id, c.project_id, c.product_id, c.org_id, coalesce(c.loan_fen, c.quantity) as basis,
          b.bill_id is not null as is_billed
        from bill_line c left join line_fee f on f.stage_id = c.stage_id and f.tenant_id = c.tenant_id and f.line_id = c.line_id
          left join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
        where c.stage_id = ${stageId} and c.corrects_line_id is not null
    ), corrected as (
      select tenant_id, corrects_line_id, sum(basis) as basis, coalesce(sum(basis) filter (where is_billed), 0) as billed from own group by 1, 2
    )
    select own.tenant_id, own.line_id, own.corrects_line_id, own.project_id, own.product_id, own.org_id, o.rule_id, o.rule_version,
        o.rate_millionths, o.before, o.total, coalesce(abs(c.basis + e.basis) > abs(o.basis), false) as is_over,
        o.basis + c.billed + e.billed as standing
      from own join corrected c using (tenant_id, corrects_line_id)
        cross join lateral (
          select coalesce(sum(coalesce(l.loan_fen, l.quantity)), 0) as basis,
              coalesce(sum(coalesce(l.loan_fen, l.quantity)) filter (where b.status <> 'draft'), 0) as billed
            from public.bill_line l join public.stage g using (stage_id)
              left join public.line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
              left join public.bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
            where l.tenant_id = c.tenant_id and l.corrects_line_id = c.corrects_line_id and l.stage_id <> ${stageId}
              and (g.status <> 'issued' or f.line_id is not null)) e
        left join lateral (
          select coalesce(l.loan_fen, l.quantity) as basis, l.rate_millionths, f.rule_id, f.rule_version, f.before, coalesce(m.tier_basis, b.basis) as total
            from public.bill_line l join public.line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
              join public.bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
              left join public.bill_rule m on m.tenant_id = f.tenant_id and m.bill_id = f.bill_id and m.rule_id = f.rule_id and m.rule_version = f.rule_version
            where l.tenant_id = c.tenant_id and l.line_id = c.corrects_line_id and b.status <> 'draft' order by b.issued_at limit 1) o on true
      where not own.is_billed ${rows.length > 0 ? sql`` : sql`with no data`}`.execute(tx);
  await sql`analyze drawn_correction`.execute(tx);
};

/** Lets everything that adds corrections, or bills them, follow one another until the transaction ends, whatever its stage. */
export const lockCorrections = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('line_corrections', 0))`.execute(tx);
};

/**
 * Whether corrections among the drafts of a stage stand on what stands now of the lines that they correct: false where another stage has billed some
 * since they were drawn up, or where that was before corrections were reckoned so. The caller has locked the stage.
 */
export const areCorrectionsCurrent = async (tx: Tx, stageId: string): Promise<boolean> => {
  const drafted = sql`bill_line l join line_fee f on f.tenant_id = l.tenant_id and f.stage_id = l.stage_id and f.line_id = l.line_id
      join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id and b.status = 'draft'
    where l.stage_id = ${stageId} and l.corrects_line_id is not null`;
  const { rows } = await sql`select from ${drafted} limit 1`.execute(tx);
  if (rows.length === 0) return true;
  await lockCorrections(tx);
  const stale = await sql`
    select from (select l.tenant_id, l.corrects_line_id, f.bill_id, f.place, f.stood from ${drafted}) d
      where d.stood is distinct from (
        select coalesce(sum(coalesce(c.loan_fen, c.quantity)), 0)
          from bill_line c join line_fee f on f.tenant_id = c.tenant_id and f.stage_id = c.stage_id and f.line_id = c.line_id
            join bill b on b.tenant_id = f.tenant_id and b.bill_id = f.bill_id
          where c.tenant_id = d.tenant_id and (c.line_id = d.corrects_line_id or c.corrects_line_id = d.corrects_line_id)
            and (b.status <> 'draft' or (b.bill_id = d.bill_id and f.place < d.place)))
      limit 1`.execute(tx);
  return stale.rows.length === 0;
};
