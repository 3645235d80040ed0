import { sql } from 'kysely';
import type { Tx } from '#kernel/database/db';
import { largest } from './draft-lines.sql.ts';

/** What a line fills of a tier `t`: its part of a marginal one, all of a whole one. */
const filled = sql`case when c.method = 'whole' then c.basis
  else case when c.basis < 0 then -1 else 1 end * greatest(least(c.high, coalesce(c.tier_from[t.tier + 1], c.high))
    - case when t.tier = 1 then c.low else greatest(c.low, c.tier_from[t.tier]) end, 0) end`;

/**
 * Makes `drawn_tier`: what each tiered version charged in its bill, as `tierShareOf` of the domain has it; after the fees are stored. A line goes
 * through the tiers that it touches, most lines through one. Rules without tiers cost nothing.
 */
export const drawTiers = async (tx: Tx, stageId: string): Promise<void> => {
  await sql`create temp table drawn_tier (rule_no int, tier_share jsonb) on commit drop`.execute(tx);
  const tiered = await sql`select from drawn_rule where kind = 'tiered' limit 1`.execute(tx);
  if (tiered.rows.length === 0) return;
  await sql`
    insert into drawn_tier
    with charged as materialized (
      select r.rule_no, l.basis, l.own_rate, l.is_correction, f.fee_fen, f.limit_fen, r.method, r.tier_from, s.total,
          least(f.before, f.before + l.basis) as low, greatest(f.before, f.before + l.basis) as high
        from drawn_line l join drawn_rule r on r.rule_no = l.rule_no join drawn_sum s on s.rule_no = l.rule_no
          join drawn_bill d on d.draft_no = l.draft_no
          join line_fee f on f.stage_id = ${stageId} and f.tenant_id = r.tenant_id and f.line_id = l.line_id
        where r.kind = 'tiered' and l.reason is null and d.refusal is null
    ), sliced as (
      select c.rule_no, t.tier, sum(${filled}) as basis
        from charged c cross join lateral generate_series(
          greatest(width_bucket(case when c.method = 'whole' then c.total else c.low end, c.tier_from), 1),
          greatest(width_bucket(case when c.method = 'whole' then c.total else c.high end, c.tier_from), 1)) t (tier)
        where c.own_rate is null and not c.is_correction group by c.rule_no, t.tier
    ), beside as (
      select rule_no, count(*) filter (where not is_correction and own_rate is not null) as own_count,
          coalesce(sum(fee_fen - coalesce(limit_fen, 0)) filter (where not is_correction and own_rate is not null), 0) as own_fee,
          count(*) filter (where is_correction) as correction_count,
          coalesce(sum(fee_fen) filter (where is_correction), 0) as correction_fee
        from charged group by rule_no
    )
    select b.rule_no, jsonb_build_object('bases', g.bases, 'ownCount', b.own_count, 'ownFee', b.own_fee,
        'correctionCount', b.correction_count, 'correctionFee', b.correction_fee)
      from beside b join drawn_rule r on r.rule_no = b.rule_no
        cross join lateral (
          select jsonb_agg(coalesce(s.basis, 0) order by t.tier) as bases, coalesce(max(abs(s.basis)), 0) as widest
            from generate_series(1, cardinality(r.tier_from)) t (tier)
              left join sliced s on s.rule_no = b.rule_no and s.tier = t.tier) g
      where g.widest <= ${largest} and abs(b.own_fee) <= ${largest} and abs(b.correction_fee) <= ${largest}`.execute(
    tx,
  );
  await sql`analyze drawn_tier`.execute(tx);
};
