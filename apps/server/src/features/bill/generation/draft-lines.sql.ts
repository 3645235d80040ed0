import { largestAmount } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';

/** The largest sum: a safe integer of the server's. */
export const largest = sql`9007199254740991`;
/** The most that a fee or a bill may come to (billing.md, bills). */
export const most = sql.lit(largestAmount);
/** The largest basis whose product with a rate of at most 100 % is an int8, also twice. */
const small = sql`4000000000000`;

/**
 * Gives a transaction that writes millions of rows the memory for its sorts, and time to wait for another one of the same stage. Its joins
 * hash: of a join by several columns the planner reckons the rows of the most frequent one alone, and would rather walk an index of a
 * stage's lines, which fetches each of them by itself.
 */
export const prepareLargeWrite = async (tx: Tx): Promise<void> => {
  await sql`
    select set_config('work_mem', '256MB', true), set_config('lock_timeout', '600s', true), set_config('jit', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(tx);
};

/** Removes the drafts of a stage with their fees, and what the last generation left out. Issued bills and their lines stay. */
export const deleteDrafts = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`
    delete from line_fee f using bill b
      where b.stage_id = ${stageId} and b.status = 'draft'
        and f.stage_id = ${stageId} and f.tenant_id = b.tenant_id and f.bill_id = b.bill_id`.execute(tx);
  await tx.deleteFrom('bill').where('stage_id', '=', stageId).where('status', '=', 'draft').execute();
  await tx.deleteFrom('bill_left_out').where('stage_id', '=', stageId).execute();
};

/**
 * Makes `drawn_rule`: for what the stage has lines of (tenant, project, product, org), each version that holds on some days, with those days,
 * as `versionFor` of the domain chooses it: a version holds until the first day of one that goes before it. A version that
 * charged a line which the stage corrects is there too, on no day where it holds on none any more. `draft_no` is the bill of that
 * version, `tier_sum` what the tiers before each one cost, `is_issued` whether that bill is issued already. `is_small` and `tier_small` are
 * for the arithmetic of int8, which is faster than that of numeric: rates of at most 100 %, and tiers that a small basis reaches.
 */
export const drawRules = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`
    create temp table drawn_rule on commit drop as
    with fact as (
      select distinct tenant_id, project_id, product_id, org_id from bill_line where stage_id = ${stageId}
    ), summed as (
      select v.*, (
          select array_agg(s.before order by s.tier) from (
            select t.tier, coalesce(sum(t.rate::numeric * (t.next_from - t.from_basis)) over (
                order by t.tier rows between unbounded preceding and 1 preceding), 0) as before
              from (select u.tier, u.from_basis, u.rate, lead(u.from_basis) over (order by u.tier) as next_from
                from unnest(v.tier_from, v.tier_rate) with ordinality u (from_basis, rate, tier)) t) s) as tier_sum
        from fee_rule_version v
    ), ranged as (
      select f.tenant_id, f.project_id, f.product_id, f.org_id, v.rule_id, v.version, v.holds_from, v.direction, v.unit, v.kind,
          v.rate_millionths, v.fee_fen, v.per, v.method, v.tier_from, v.tier_rate, v.tier_sum, v.line_minimum_fen, v.line_cap_fen,
          v.bill_minimum_fen, v.bill_cap_fen, v.tax_millionths,
          min(v.holds_from) over (
            partition by f.tenant_id, f.project_id, f.product_id, f.org_id
            order by (r.tenant_id is not null) desc, (r.org_id is not null) desc, v.holds_from desc, v.version desc
            rows between unbounded preceding and 1 preceding) as holds_before
        from fact f
          join fee_rule r on r.product_id = f.product_id and (r.org_id is null or r.org_id = f.org_id)
            and (r.tenant_id is null or r.tenant_id = f.tenant_id)
          join summed v on v.rule_id = r.rule_id
    ), holding as (
      select * from ranged where holds_before is null or holds_before > holds_from
    ), chosen as (
      select * from holding
      union all
      select c.*, v.holds_from, v.direction, v.unit, v.kind, v.rate_millionths, v.fee_fen, v.per, v.method, v.tier_from, v.tier_rate, v.tier_sum,
          v.line_minimum_fen, v.line_cap_fen, v.bill_minimum_fen, v.bill_cap_fen, v.tax_millionths, v.holds_from as holds_before
        from (select distinct tenant_id, project_id, product_id, org_id, rule_id, rule_version as version from drawn_correction
            where rule_id is not null) c
          join summed v on v.rule_id = c.rule_id and v.version = c.version
        where not exists (select from holding h where h.tenant_id = c.tenant_id and h.project_id = c.project_id and h.product_id = c.product_id
          and h.org_id = c.org_id and h.rule_id = c.rule_id and h.version = c.version)
    )
    select row_number() over ()::int as rule_no,
        dense_rank() over (order by g.tenant_id, g.project_id, g.product_id, g.org_id, g.direction, g.tax_millionths)::int as draft_no,
        b.bill_id is not null as is_issued, g.unit is null and g.kind <> 'fixed' as is_small,
        array(select case when s.before <= ${small} * 1000000::numeric then s.before::bigint end
          from unnest(g.tier_sum) with ordinality s (before, tier) order by s.tier) as tier_small, g.*
      from chosen g
        left join bill b on b.stage_id = ${stageId} and b.status <> 'draft' and b.tenant_id = g.tenant_id and b.project_id = g.project_id
          and b.product_id = g.product_id and b.org_id = g.org_id and b.direction = g.direction and b.tax_millionths = g.tax_millionths`.execute(
    tx,
  );
  await sql`analyze drawn_rule`.execute(tx);
};

/** Whether a stage has an issued bill. By bill_of_stage. */
const hasIssued = async (tx: Tx, stageId: string): Promise<boolean> => {
  const query = tx.selectFrom('bill').select('bill_id').where('stage_id', '=', stageId).where('status', '<>', 'draft');
  return (await query.limit(1).execute()).length > 0;
};

/** Whether the stage corrects lines that have no fee; most correct none, and do without what that takes. */
export const hasCorrections = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from drawn_correction limit 1`.execute(tx);
  return rows.length > 0;
};

/** The version of a line's day. */
const ofItsDay = sql`l.occurred_on >= r.holds_from and (r.holds_before is null or l.occurred_on < r.holds_before)`;

/** What a line is joined with beside the versions, which version it has, and the first and the last reason why it is left out. */
const plain = { join: sql``, version: ofItsDay, isCorrection: sql`false`, first: sql``, last: sql`` };
const correcting = {
  join: sql`left join drawn_correction c on c.tenant_id = l.tenant_id and c.line_id = l.line_id`,
  version: sql`case when c.rule_id is null then ${ofItsDay} else r.rule_id = c.rule_id and r.version = c.rule_version end`,
  isCorrection: sql`c.line_id is not null`,
  first: sql`when c.line_id is not null and c.rule_id is null then 'notCharged'`,
  last: sql`when c.is_over then 'overCorrected'`,
};

/**
 * Makes `drawn_line`: the lines of the stage that no issued bill has, each with the version of its day, or that of the line which it corrects,
 * or why it is left out: first of all where its tenant has no certification in force, and could not see its bill (R4.13). The tenant is
 * that of the version, and stands here where there is none.
 */
export const drawLines = async (tx: Tx, stageId: string): Promise<void> => {
  const unbilled = (await hasIssued(tx, stageId))
    ? sql`and not exists (
        select from line_fee f where f.stage_id = ${stageId} and f.tenant_id = l.tenant_id and f.line_id = l.line_id)`
    : sql``;
  const { join, version, isCorrection, first, last } = (await hasCorrections(tx)) ? correcting : plain;
  await sql`
    create temp table drawn_line on commit drop as
    select r.rule_no, r.draft_no, case when r.rule_no is null then l.tenant_id end as lone_tenant_id, l.line_id, l.loan_no, l.occurred_on,
        coalesce(l.loan_fen, l.quantity) as basis, l.rate_millionths as own_rate, ${isCorrection} as is_correction,
        case when l.quantity is not null then l.unit end as unit,
        case when z.tenant_id is null then 'notCertified' ${first} when r.rule_no is null then 'noRule'
          when case when l.quantity is not null then l.unit end is distinct from r.unit then 'otherUnit'
          when r.is_issued then 'issued' ${last} end as reason
      from bill_line l ${join}
        left join certification z on z.tenant_id = l.tenant_id and z.certified_no is not null
        left join drawn_rule r on r.tenant_id = l.tenant_id and r.project_id = l.project_id and r.product_id = l.product_id
          and r.org_id = l.org_id and ${version}
      where l.stage_id = ${stageId} ${unbilled}`.execute(tx);
  await sql`analyze drawn_line`.execute(tx);
};

/**
 * Makes `drawn_sum`, the lines and bases of each version in each bill, with what its tiers go by: `total`, the bases of its unit; and `drawn_bill`,
 * the bills of those lines. A bill whose bases leave the safe range on the way through its lines, or those of one unit, is refused.
 */
export const drawBills = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table drawn_sum on commit drop as
    select s.*, r.unit, sum(s.basis) over (partition by s.draft_no, r.unit) as total
      from (select draft_no, rule_no, count(*) as lines, sum(basis) as basis, sum(abs(basis)) as reach
          from drawn_line where reason is null group by draft_no, rule_no) s
        join drawn_rule r using (rule_no)`.execute(tx);
  await sql`
    create temp table drawn_bill on commit drop as
    select draft_no, replace(gen_random_uuid()::text, '-', '') as bill_id, sum(lines) as lines, sum(basis) as total,
        sum(reach) > ${largest} as is_wide, sum(reach) <= ${small} as is_small, null::text as refusal
      from drawn_sum group by draft_no`.execute(tx);
  await sql`analyze drawn_sum, drawn_bill`.execute(tx);
  const { rows } = await sql`select from drawn_bill where is_wide limit 1`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update drawn_bill d set refusal = 'tooLarge'
      from (select l.draft_no, greatest(abs(sum(l.basis) over (partition by l.draft_no order by l.occurred_on, l.loan_no)),
            abs(sum(l.basis) over (partition by l.draft_no, l.unit order by l.occurred_on, l.loan_no))) as reached
        from drawn_line l join drawn_bill w using (draft_no) where l.reason is null and w.is_wide) r
      where r.draft_no = d.draft_no and r.reached > ${largest}`.execute(tx);
};
