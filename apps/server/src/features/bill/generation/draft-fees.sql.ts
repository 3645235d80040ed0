import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { hasCorrections, largest, most } from './draft-lines.sql.ts';

/** The tier `reached` by a basis, from 1; the first one below 0. */
const tierOf = (basis: RawBuilder<unknown>) => sql`greatest(width_bucket(${basis}, r.tier_from), 1)`;

/** `millionthsUpTo` of the domain: what the tiers before the reached one cost, and that one as far as it is filled. */
const millionthsUpTo = (basis: RawBuilder<unknown>, sums: RawBuilder<unknown>, type: RawBuilder<unknown>) =>
  sql`(${sums}[${tierOf(basis)}] + (${basis} - r.tier_from[${tierOf(basis)}])::${type} * r.tier_rate[${tierOf(basis)}])`;

/** What a fee is reckoned from: a basis, its own rate, and its place in its bill. */
interface Reckoned {
  readonly basis: RawBuilder<unknown>;
  readonly rate: RawBuilder<unknown>;
  readonly total: RawBuilder<unknown>;
  readonly before: RawBuilder<unknown>;
}
const line: Reckoned = {
  basis: sql`p.basis`,
  rate: sql`p.own_rate`,
  total: sql`r.total`,
  before: sql`p.before`,
};

/**
 * The fee of a line before it is rounded, as `feeOfLine` of the domain has it, in one type of number; null for a kind that is not named here, which
 * refuses the draft.
 *
 * @unit millionths of a fen
 */
const millionths = (
  { basis, rate, total, before }: Reckoned,
  type: RawBuilder<unknown>,
  sums: RawBuilder<unknown>,
) => sql`case
  when ${rate} is not null then ${basis}::${type} * ${rate}
  when r.kind = 'rate' then ${basis}::${type} * r.rate_millionths
  when r.kind = 'fixed' then 1000000::${type} * r.fee_fen * case when r.per = 'unit' then ${basis} when ${basis} < 0 then -1 else 1 end
  when r.kind = 'tiered' and r.method = 'whole' then ${basis}::${type} * r.tier_rate[${tierOf(total)}]
  when r.kind = 'tiered' and r.method = 'marginal'
    then ${millionthsUpTo(sql`(${before} + ${basis})`, sums, type)} - ${millionthsUpTo(before, sums, type)} end`;

/**
 * The size of a line's fee, rounded once; null beyond the safe range. Small bills by int8. Else by numeric, whose product with 0.000001 is
 * exact, where a quotient of large numbers would be rounded before it is rounded to the fen.
 */
const roundedSize = sql`case
  when r.is_small and (p.own_rate is null or p.own_rate <= 1000000)
    then (2 * abs(${millionths(line, sql`bigint`, sql`r.tier_small`)}) + 1000000) / 2000000
  else (select case when abs(n.exact) <= ${largest} then abs(n.exact)::bigint end
    from (select round((${millionths(line, sql`numeric`, sql`r.tier_sum`)}) * 0.000001) as exact) n) end`;

/** What a former line costs once so much of its basis stands, as `feeOfCorrection` of the domain has it; null beyond the safe range. */
const feeStanding = (basis: RawBuilder<unknown>) => {
  const former = { basis, rate: sql`s.rate_millionths`, total: sql`s.total`, before: sql`s.before` };
  return sql`(select case when ${basis} = 0 then 0 when abs(${basis}) <= ${largest} and n.size <= ${largest}
      then least(greatest(n.size, r.line_minimum_fen), r.line_cap_fen) * case when ${basis} < 0 then -1 else 1 end end
    from (select abs(round((${millionths(former, sql`numeric`, sql`r.tier_sum`)}) * 0.000001)) as size) n)`;
};

/**
 * Makes `drawn_stood`: the corrections of `drawn_bill` with what stood of the lines that they correct, in the order of their bills, and their fees:
 * what the former line costs with each, less what it cost before.
 */
const drawStood = async (tx: Tx): Promise<void> => {
  await sql`
    create temp table drawn_stood on commit drop as
    select s.draft_no, s.line_id, s.stood, case when abs(s.fee_to - s.fee_from) <= ${largest} then s.fee_to - s.fee_from end as fee
      from (select s.*, ${feeStanding(sql`s.stood`)} as fee_from, ${feeStanding(sql`(s.stood + s.basis)`)} as fee_to
        from (
          select l.draft_no, l.rule_no, l.line_id, l.basis, c.rate_millionths, c.total, c.before, c.standing + coalesce(sum(l.basis) over (
              partition by l.draft_no, c.corrects_line_id order by l.occurred_on, l.loan_no rows between unbounded preceding and 1 preceding), 0) as stood
            from drawn_line l join drawn_rule r using (rule_no) join drawn_correction c on c.tenant_id = r.tenant_id and c.line_id = l.line_id
            where l.reason is null and l.is_correction) s
          join drawn_rule r using (rule_no)
        offset 0) s`.execute(tx);
  await sql`analyze drawn_stood`.execute(tx);
};

const sign = sql`case when c.basis < 0 then -1 else 1 end`;
const limited = sql`least(greatest(c.size, c.line_minimum_fen), c.line_cap_fen)`;
/** The fee of a line, what a limit changed of it, and what stood of the line that it corrects. */
const plain = {
  join: sql``,
  isSafe: sql`c.size is not null`,
  fee: sql`${limited} * ${sign}`,
  limit: sql`nullif(${limited} - c.size, 0) * ${sign}`,
  stood: sql`null::bigint`,
};
const correcting = {
  join: sql`left join drawn_stood s on s.draft_no = c.draft_no and s.line_id = c.line_id`,
  isSafe: sql`case when s.line_id is null then c.size else s.fee end is not null`,
  fee: sql`case when s.line_id is not null then s.fee else ${plain.fee} end`,
  limit: sql`case when s.line_id is null then ${plain.limit} end`,
  stood: sql`s.stood`,
};

/**
 * Stores the fees of the lines of `drawn_bill`, one pass over them in the order of their bills, and makes `drawn_fee`, what each version
 * came to in each bill. A line whose fee exceeds what one may come to is not stored, which refuses its bill.
 */
export const storeFees = async (tx: Tx, stageId: string): Promise<void> => {
  const corrects = await hasCorrections(tx);
  if (corrects) await drawStood(tx);
  const { join, isSafe, fee, limit, stood } = corrects ? correcting : plain;
  // Lines of two units in one bill are rare, and another order of millions of lines is not.
  const mixed =
    await sql`select from drawn_sum group by draft_no having count(distinct coalesce(unit, '')) > 1 limit 1`.execute(
      tx,
    );
  const isMixed = mixed.rows.length > 0;
  const inBill = sql`over (partition by l.draft_no order by l.occurred_on, l.loan_no rows between unbounded preceding and 1 preceding)`;
  const inUnit = sql`over (partition by l.draft_no, l.unit order by l.occurred_on, l.loan_no rows between unbounded preceding and 1 preceding)`;
  await sql`
    with charging as materialized (
      select r.rule_no, r.draft_no, r.tenant_id, r.rule_id, r.version, r.kind, r.rate_millionths, r.fee_fen, r.per, r.method, r.tier_from, r.tier_rate,
          r.tier_sum, r.tier_small, r.line_minimum_fen, r.line_cap_fen, d.is_small and r.is_small as is_small, d.bill_id, s.total::bigint as total
        from drawn_sum s join drawn_rule r using (rule_no) join drawn_bill d on d.draft_no = s.draft_no where d.refusal is null)
    insert into line_fee (tenant_id, stage_id, line_id, bill_id, place, before, rule_id, rule_version, fee_fen, limit_fen, stood)
    select c.tenant_id, ${stageId}, c.line_id, c.bill_id, c.place, c.before, c.rule_id, c.version, ${fee}, ${limit}, ${stood}
      from (
        select r.tenant_id, p.line_id, r.draft_no, r.bill_id, p.place, p.before, p.basis, r.rule_id, r.version, r.line_minimum_fen, r.line_cap_fen,
            ${roundedSize} as size
          from (
            select l.rule_no, l.draft_no, l.line_id, l.basis, l.own_rate, (row_number() ${inBill})::int as place,
                coalesce(sum(l.basis) ${isMixed ? inUnit : inBill}, 0) as before_exact
              from drawn_line l where l.reason is null) w
            join charging r on r.rule_no = w.rule_no
            cross join lateral (select w.line_id, w.basis, w.own_rate, w.place, w.before_exact::bigint as before) p
          offset 0) c ${join}
      where ${isSafe} and abs(${fee}) <= ${most}`.execute(tx);
  await sql`
    create temp table drawn_fee on commit drop as
    select d.draft_no, f.rule_id, f.rule_version, f.stored, f.fee, f.reach, f.last_place, coalesce(f.minimum, 0) as minimum, coalesce(f.cap, 0) as cap
      from (select bill_id, rule_id, rule_version, count(*) as stored, sum(fee_fen) as fee, sum(abs(fee_fen)) as reach, max(place) as last_place,
          sum(limit_fen) filter (where abs(fee_fen) > abs(fee_fen - limit_fen)) as minimum,
          sum(limit_fen) filter (where abs(fee_fen) < abs(fee_fen - limit_fen)) as cap
        from line_fee where stage_id = ${stageId} group by bill_id, rule_id, rule_version) f
        join drawn_bill d using (bill_id)`.execute(tx);
  await sql`analyze drawn_fee`.execute(tx);
};

/** What the minimum and the cap of a bill change of its fees, as the version of its last line `r` has them. */
const limits = sql`(select greatest(r.bill_minimum_fen - f.fee, 0) as minimum, least(r.bill_cap_fen - f.fee, 0) as cap)`;

/** The bills with the version of their last line, whose minimum and cap are theirs. */
const lastVersion = sql`drawn_fee l on l.draft_no = d.draft_no and l.last_place = d.lines
        join drawn_rule r on r.draft_no = d.draft_no and r.rule_id = l.rule_id and r.version = l.rule_version`;

/** Refuses the bills that exceed what one may come to; only of fees that do themselves, because a minimum alone does not. */
const refuseLarge = async (tx: Tx): Promise<void> => {
  const { rows } = await sql`select from drawn_fee group by draft_no having sum(fee) > ${most} limit 1`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update drawn_bill b set refusal = 'tooLarge'
      from drawn_bill d
        join (select draft_no, sum(fee) as fee from drawn_fee group by draft_no) f on f.draft_no = d.draft_no
        join ${lastVersion}
        cross join lateral ${limits} a
      where b.draft_no = d.draft_no and b.refusal is null and f.fee + a.minimum + a.cap > ${most}`.execute(tx);
};

/** Refuses the bills of `drawn_bill` whose fees leave the safe range, also on the way through their lines, come to less than 0, or exceed what a bill may come to. */
export const refuseBills = async (tx: Tx, stageId: string): Promise<void> => {
  const summed = sql`(select b.draft_no, coalesce(sum(f.stored), 0) as stored, coalesce(sum(f.reach), 0) as reach, coalesce(sum(f.fee), 0) as fee
    from drawn_bill b left join drawn_fee f using (draft_no) where b.refusal is null group by b.draft_no)`;
  await sql`
    update drawn_bill d set is_wide = s.reach > ${largest},
        refusal = case when s.stored < d.lines then 'tooLarge' when s.reach <= ${largest} and s.fee < 0 then 'negative' end
      from ${summed} s where s.draft_no = d.draft_no and (s.stored < d.lines or s.reach > ${largest} or s.fee < 0)`.execute(
    tx,
  );
  const wide = await sql`select from drawn_bill where is_wide and refusal is null limit 1`.execute(tx);
  if (wide.rows.length > 0) {
    await sql`
      update drawn_bill d set refusal = case when r.reached > ${largest} then 'tooLarge' when s.fee < 0 then 'negative' end
        from ${summed} s, (select bill_id, max(abs(running)) as reached from (
            select f.bill_id, sum(f.fee_fen) over (partition by f.bill_id order by f.place) as running
              from line_fee f join drawn_bill w using (bill_id) where f.stage_id = ${stageId} and w.is_wide and w.refusal is null) each_one
          group by bill_id) r
        where r.bill_id = d.bill_id and s.draft_no = d.draft_no`.execute(tx);
  }
  await refuseLarge(tx);
  const refused = await sql`select from drawn_bill where refusal is not null limit 1`.execute(tx);
  if (refused.rows.length === 0) return;
  await sql`
    delete from line_fee f using drawn_bill d
      where d.refusal is not null and f.stage_id = ${stageId} and f.bill_id = d.bill_id`.execute(tx);
};

/** A sum that no bill refuses where it leaves the safe range: it explains and is not charged. */
const safeOrNull = (sum: RawBuilder<unknown>) => sql`case when abs(${sum}) <= ${largest} then ${sum} end`;

/** Stores the drafts of `drawn_bill` with their amounts, and what each version came to in them. */
export const storeDrafts = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`
    insert into bill (tenant_id, bill_id, stage_id, project_id, product_id, org_id, direction, tax_millionths, stage_name, project_name,
      product_name, org_name, line_count, basis, unit, lines_fen, minimum_fen, cap_fen, amount_fen, tax_fen, pay_days)
    select r.tenant_id, d.bill_id, s.stage_id, r.project_id, r.product_id, r.org_id, r.direction, r.tax_millionths, s.name,
        coalesce(j.name, r.project_id), coalesce(p.name, r.product_id), coalesce(o.name, r.org_id), d.lines, d.total, r.unit, f.fee, a.minimum,
        a.cap, t.amount, div(2 * t.amount * r.tax_millionths + 1000000 + r.tax_millionths, 2 * (1000000 + r.tax_millionths)), s.pay_days
      from drawn_bill d
        join (select draft_no, sum(fee) as fee from drawn_fee group by draft_no) f on f.draft_no = d.draft_no
        join ${lastVersion}
        join stage s on s.stage_id = ${stageId}
        left join project j on j.tenant_id = r.tenant_id and j.project_id = r.project_id
        left join org o on o.org_id = r.org_id
        left join product p on p.pid = r.product_id
        cross join lateral ${limits} a
        cross join lateral (select f.fee + a.minimum + a.cap as amount) t
      where d.refusal is null`.execute(tx);
  await sql`
    insert into bill_rule (tenant_id, bill_id, rule_id, rule_version, line_count, basis, tier_basis, fee_fen, line_minimum_fen, line_cap_fen,
      tier_share)
    select r.tenant_id, d.bill_id, r.rule_id, r.version, l.lines, l.basis, l.total, f.fee, ${safeOrNull(sql`f.minimum`)}, ${safeOrNull(sql`f.cap`)}, g.tier_share
      from drawn_sum l join drawn_bill d on d.draft_no = l.draft_no join drawn_rule r on r.rule_no = l.rule_no
        join drawn_fee f on f.draft_no = l.draft_no and f.rule_id = r.rule_id and f.rule_version = r.version
        left join drawn_tier g on g.rule_no = l.rule_no
      where d.refusal is null`.execute(tx);
};

/** Stores what was left out, by reason, with the first twenty lines of each. */
export const storeLeftOut = async (tx: Tx, stageId: string): Promise<void> => {
  const refused = await sql`select from drawn_bill where refusal is not null limit 1`.execute(tx);
  const ofRefused =
    refused.rows.length === 0
      ? sql``
      : sql`union all select d.refusal, r.tenant_id, l.line_id, l.loan_no from drawn_bill d join drawn_line l using (draft_no)
          join drawn_rule r on r.rule_no = l.rule_no where d.refusal is not null and l.reason is null`;
  await sql`
    insert into bill_left_out (stage_id, reason, line_count, examples)
    select ${stageId}, reason, max(place),
        jsonb_agg(jsonb_build_object('tenantId', tenant_id, 'lineId', line_id, 'loanNo', loan_no) order by place) filter (where place <= 20)
      from (select u.*, row_number() over (partition by u.reason order by u.tenant_id, u.line_id) as place
        from (select l.reason, coalesce(r.tenant_id, l.lone_tenant_id) as tenant_id, l.line_id, l.loan_no
          from drawn_line l left join drawn_rule r on r.rule_no = l.rule_no where l.reason is not null ${ofRefused}) u) each_one
      group by reason`.execute(tx);
};

/** Makes the statistics of the lines and fees of a stage, which the plans of all reads of its bills need at once. */
export const renewStatistics = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`select analyze_lines(${stageId})`.execute(tx);
};

/** Drops the tables of a generation, so that its transaction can draw up another stage. */
export const dropDrawn = async (tx: Tx): Promise<void> => {
  await sql`drop table if exists drawn_rule, drawn_correction, drawn_line, drawn_sum, drawn_bill, drawn_stood, drawn_fee, drawn_tier`.execute(
    tx,
  );
};
