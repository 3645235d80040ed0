import { spanFault } from '@ronghui/domain/account-statement';
import { dayOf } from '@ronghui/domain/calendar';
import { rmbText } from '@ronghui/domain/money';
import type { Db, Snapshot } from '#kernel/database/db';
import { readSums } from './account-statement.ts';
import { listBilledTenants, listUntiedBills } from './verification.sql.ts';

const tenantsAtOnce = 500;
/** More than these of one merchant nobody reads. */
const shownBills = 100;

/** Compares what is open on all bills with their postings, merchant by merchant; yields each merchant with what differs. @source receipts 3.1 */
export async function* verifyStatements(
  db: Db,
  limit = tenantsAtOnce,
): AsyncGenerator<{ readonly tenantId: string; readonly faults: readonly string[] }> {
  for (let after = ''; ; ) {
    const tenantIds = await listBilledTenants(db, { after, limit });
    for (const tenantId of tenantIds) {
      const bills = await listUntiedBills(db, tenantId, shownBills);
      const faults = bills.map(
        ({ bill_no, moved, open }) => `${bill_no} 未付登记为 ${rmbText(open)}，各笔发生额合计 ${rmbText(moved)}`,
      );
      yield { tenantId, faults };
    }
    const last = tenantIds.at(-1);
    if (last === undefined || tenantIds.length < limit) return;
    after = last;
  }
}

/** Whether a statement on paper is what the rows come to now; a sentence where it is not, or where it names no days. @source receipts 3.2 */
export const verifyStatement = async (
  view: Pick<Snapshot, 'db'>,
  { tenantId, from, to, sha256 }: Readonly<Record<'tenantId' | 'from' | 'to' | 'sha256', string>>,
  now: Date,
): Promise<string | null> => {
  const fault = spanFault({ from, to }, dayOf(now));
  if (fault !== null) return fault.text;
  const sums = await readSums(view, tenantId, { from, to }, now);
  if (!sums.isFinal) return '对账单的最后一天还没有结束，没有可以核对的校验码';
  return sums.sha256 === sha256.toLowerCase() ? null : `对账单与现在的往来不符，现在的校验码是 ${sums.sha256}`;
};
