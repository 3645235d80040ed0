import {
  byDayAndReference,
  type FeeTerms,
  feeOfCorrection,
  feeOfLine,
  type LineFee,
  type TierPosition,
} from '@ronghui/domain/fee-rule';
import { addFen, type Fen, noFen } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import { digestOfLines } from '../record/bill-digest.ts';
import { digestsOfParts } from '../record/sealed-parts.ts';
import type { Differences } from './differences.ts';
import {
  listStoredCorrections,
  listStoredLines,
  type listStoredShares,
  type StoredBill,
  type StoredLine,
} from './verification.sql.ts';

const linesAtOnce = 5000;

async function* linesOf(db: Db, bill: StoredBill): AsyncGenerator<StoredLine> {
  let after = 0;
  for (;;) {
    const some = await listStoredLines(db, bill, { after, limit: linesAtOnce });
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < linesAtOnce) return;
    after = last.place;
  }
}

type Shares = Awaited<ReturnType<typeof listStoredShares>>;

type Corrections = Awaited<ReturnType<typeof listStoredCorrections>>;

/** The fee of a line by the terms of its version; of a correction by the line that it corrects, unless it was billed before that was so. */
const reckonFee = (
  { line, stood, ruleId, version }: StoredLine,
  terms: FeeTerms,
  {
    corrections,
    found,
    ...position
  }: TierPosition & { readonly corrections: Corrections | undefined; readonly found: Differences },
): Pick<LineFee, 'fee' | 'rounded' | 'limit'> => {
  if (stood === null) return feeOfLine(terms, line, position);
  const correction = corrections?.get(line.lineId);
  found.compare(`明细 ${line.lineId} 更正前的基数`, stood, correction?.stood);
  found.compare(
    `明细 ${line.lineId} 更正的规则版本`,
    `${ruleId} ${version}`,
    correction && `${correction.ruleId} ${correction.version}`,
  );
  if (correction === undefined) return { fee: noFen, rounded: noFen, limit: null };
  return feeOfCorrection(terms, { former: correction.former, stood, basis: line.basis });
};

/** The lines of a bill once more, one after the other: place, bases before it, fee by its version; and what they add up to. */
export const reckonLines = async (
  db: Db,
  bill: StoredBill,
  { shares, found }: { shares: Shares; found: Differences },
) => {
  // Read for the first line that corrects another one: its plan goes over every stage, and most bills have none.
  let corrections: Corrections | undefined;
  const sums = shares.map((version) => ({ version, lines: 0, basis: 0, fee: noFen, minimum: 0, cap: 0 }));
  const [digest, parts] = [digestOfLines(), digestsOfParts()];
  const ofUnit = new Map<string | null, number>();
  let [count, basis, fees]: [number, number, Fen] = [0, 0, noFen];
  let former: StoredLine | null = null;
  let limits: FeeTerms | null = null;
  for await (const each of linesOf(db, bill)) {
    const { line, fee } = each;
    count += 1;
    if (each.stood !== null) corrections ??= await listStoredCorrections(db, bill);
    const sum = sums.find(({ version }) => version.ruleId === each.ruleId && version.version === each.version);
    found.compare(`明细 ${line.lineId} 的次序`, each.place, count);
    found.compare(`明细 ${line.lineId} 的项目`, line.projectId, bill.project_id);
    found.compare(`明细 ${line.lineId} 的机构`, line.orgId, bill.org_id);
    if (former !== null) found.compare(`明细 ${line.lineId} 的先后`, byDayAndReference(former.line, line) < 0, true);
    found.compare(`明细 ${line.lineId} 的规则版本`, sum !== undefined, true);
    if (sum !== undefined) {
      const { terms, productId, orgId, tenantId, holdsFrom } = sum.version;
      found.compare(`明细 ${line.lineId} 的单位`, line.unit, terms.unit);
      found.compare(`明细 ${line.lineId} 的产品`, line.productId, productId);
      found.compare(`明细 ${line.lineId} 的规则适用机构`, orgId ?? line.orgId, line.orgId);
      found.compare(`明细 ${line.lineId} 的规则适用商户`, tenantId ?? line.tenantId, line.tenantId);
      if (each.stood === null) found.compare(`明细 ${line.lineId} 当日的规则`, holdsFrom <= line.occurredOn, true);
      // Bills of before reckon their tiers from the lines of all units together.
      const { tierBasis } = sum.version.share;
      const before = tierBasis === null ? basis : (ofUnit.get(line.unit) ?? 0);
      found.compare(`明细 ${line.lineId} 之前的基数`, each.before, before);
      const reckoned = reckonFee(each, terms, { total: tierBasis ?? bill.basis, before, corrections, found });
      found.compare(`明细 ${line.lineId} 的费用`, fee, reckoned.fee);
      // These explain and are not charged: beyond the safe range nothing is noted.
      if (reckoned.limit !== null) sum[reckoned.limit] += reckoned.fee - reckoned.rounded;
      sum.lines += 1;
      sum.basis += line.basis;
      sum.fee = addFen(sum.fee, fee);
      limits = terms;
    }
    basis += line.basis;
    ofUnit.set(line.unit, (ofUnit.get(line.unit) ?? 0) + line.basis);
    fees = addFen(fees, fee);
    digest.add(line.lineId, fee);
    parts.add(each.digests);
    former = each;
  }
  for (const { version, ...sum } of sums) {
    if (version.share.tierBasis !== null) {
      const { unit } = version.terms;
      found.compare(
        `规则 ${version.ruleId} 第 ${version.version} 版的分档基数`,
        version.share.tierBasis,
        ofUnit.get(unit),
      );
    }
    for (const part of ['lines', 'basis', 'fee'] as const) {
      found.compare(`规则 ${version.ruleId} 第 ${version.version} 版的 ${part}`, version.share[part], sum[part]);
    }
    for (const part of ['minimum', 'cap'] as const) {
      const noted = version.share[part];
      if (noted !== null)
        found.compare(`规则 ${version.ruleId} 第 ${version.version} 版的每笔 ${part}`, noted, sum[part]);
    }
  }
  return { count, basis, fees, limits, linesSha256: digest.hex(), parts: parts.hex() };
};
