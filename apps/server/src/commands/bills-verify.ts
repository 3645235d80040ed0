import { shanghaiTime } from '@ronghui/domain/csv';
import { rmbText } from '@ronghui/domain/money';
import { verifyIssues } from '#features/bill/verification/issued-sums';
import { type VerifiedBill, verifyBillsInUse } from '#features/bill/verification/verification';
import type { Database } from '#kernel/database/db';
import type { Printing } from './end-command.ts';

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Which statement of a bill has a digest; undefined where none has. */
const statementWith = ({ billNo, statements }: VerifiedBill, digest: string): string | undefined => {
  const at = statements.findIndex((stated) => stated.digest === digest);
  const [stated, next] = [statements[at], statements[at + 1]];
  if (stated === undefined) return undefined;
  const which = at === 0 ? '出账时' : `第 ${at} 次调整后`;
  const until = next === undefined ? '现在仍是如此' : `${shanghaiTime(next.since)} 调整为 ${rmbText(next.amount)}`;
  return `${billNo} ${digest} 是${which}的账单：${shanghaiTime(stated.since)} 起金额为 ${rmbText(stated.amount)}，${until}`;
};

/**
 * Reckons the bills again, and names each that differs, and each tenant of a stage whose bills are not those that were issued. Asked for may be numbers of bills, whose digests it prints, and digests that stand on
 * statements, of now or of before an adjustment: it prints which statement of which bill has them.
 */
export const printVerifiedBills = async (
  database: Database,
  asked: readonly string[],
  print: Printing,
): Promise<number> => {
  const billNos = asked.filter((text) => !isDigest(text));
  const digests = asked.filter(isDigest).map((text) => text.toLowerCase());
  const [missing, unknown] = [new Set(billNos), new Set(digests)];
  let [bills, wrong, unsealed, wrongSums] = [0, 0, 0, 0];
  for await (const bill of verifyBillsInUse(database, billNos)) {
    const { billNo, digest, isSealed, differences } = bill;
    missing.delete(billNo);
    bills += 1;
    if (!isSealed) unsealed += 1;
    if (billNos.length > 0) print.out(`${billNo} ${digest}`);
    for (const each of digests) {
      const words = statementWith(bill, each);
      if (words !== undefined && unknown.delete(each)) print.out(words);
    }
    if (differences.length === 0) continue;
    wrong += 1;
    for (const difference of differences) print.err(`${billNo} ${difference}`);
  }
  for await (const difference of verifyIssues(database.reading('service'), billNos)) {
    wrongSums += 1;
    print.err(difference);
  }
  for (const billNo of missing) print.err(`${billNo} 没有这张账单`);
  for (const digest of unknown) print.err(`${digest} 不是所核对账单的校验码，现在和以前都不是`);
  const sumsText = wrongSums === 0 ? '全部一致' : `出账合计有 ${wrongSums} 处差异`;
  print.out(`已核对 ${bills} 张账单，${wrong === 0 ? sumsText : `${wrong} 张有差异`}。`);
  if (unsealed > 0)
    print.out(
      `其中 ${unsealed} 张由以前的版本出账或调整，审计记录没有逐张封存当时的内容：这部分只按明细、规则和步骤重新计算，并核对出账合计。`,
    );
  return wrong === 0 && wrongSums === 0 && missing.size === 0 && unknown.size === 0 ? 0 : 1;
};
