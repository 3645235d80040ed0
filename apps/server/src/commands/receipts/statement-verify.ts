import { verifyStatement, verifyStatements } from '#features/account-statement/verification';
import type { Database } from '#kernel/database/db';
import type { Printing } from '../end-command.ts';

/**
 * Without arguments compares the postings of all merchants with what is open on their bills; with a merchant's id, two days and a digest, looks whether the
 * statement on paper is what the rows come to.
 */
export const printVerifiedStatements = async (
  database: Database,
  args: readonly string[],
  print: Printing,
  now = new Date(),
): Promise<number> => {
  const db = database.reading('service');
  const [tenantId, from, to, sha256, ...more] = args;
  if (tenantId === undefined) {
    let [counted, wrong] = [0, 0];
    for await (const { tenantId: each, faults } of verifyStatements(db)) {
      counted += 1;
      if (faults.length > 0) wrong += 1;
      for (const fault of faults) print.err(`${each} ${fault}`);
    }
    print.out(`已核对 ${counted} 个商户的对账单，${wrong === 0 ? '全部一致' : `${wrong} 个有差异`}。`);
    return wrong === 0 ? 0 : 1;
  }
  if (from === undefined || to === undefined || sha256 === undefined || more.length > 0) {
    print.err('用法：statement:verify [商户编号 开始日期 结束日期 校验码]');
    return 1;
  }
  const view = await database.snapshot('service');
  const fault = await verifyStatement(view, { tenantId, from, to, sha256 }, now).finally(() => view.close());
  if (fault === null) print.out('对账单与现在的往来一致。');
  else print.err(fault);
  return fault === null ? 0 : 1;
};
