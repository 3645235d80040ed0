import { type BillDirection, billDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import { sealEvent } from '../record/sealed-parts.ts';
import { type IssuedSums, listOtherSums, listVerifiedStages } from './issued-sums.sql.ts';

const stagesAtOnce = 200;
/** Of a stage with thousands of other sums, the first ones are named. */
const namedAtMost = 20;

const sumsText = ({ bills, amount, sealed }: Pick<IssuedSums, 'bills' | 'amount' | 'sealed'>): string =>
  `${bills} 张、合计 ${rmbText(amount)}、逐张封存 ${sealed} 张`;

const differenceOf = (stageId: string, sums: IssuedSums): string => {
  const { tenant_id: tenantId, trailed_bills: bills, trailed_amount: amount, trailed_sealed: sealed } = sums;
  // A check constraint allows the domain's words only.
  const direction = billDirectionNames[sums.direction as BillDirection];
  return `账期 ${stageId} 商户 ${tenantId} ${direction}的出账：存储为 ${sumsText(sums)}，审计记录为 ${sumsText({ bills, amount, sealed })}`;
};

/**
 * The issued bills of each stage, tenant by tenant, against what the trail tells of their issue: so a bill that was never issued, one that is gone, and one
 * whose number was changed are named, also where the bills are from before each was sealed. Of all stages, or of those of some bills.
 *
 * @source R10.3, R11.7
 */
export async function* verifyIssues(db: Db, billNos: readonly string[]): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const some: readonly string[] = await listVerifiedStages(db, billNos, { after, limit: stagesAtOnce });
    for (const stageId of some) {
      const others = await listOtherSums(db, stageId, { sealEvent, limit: namedAtMost });
      for (const sums of others) yield differenceOf(stageId, sums);
    }
    const last = some.at(-1);
    if (last === undefined || some.length < stagesAtOnce) return;
    after = last;
  }
}
