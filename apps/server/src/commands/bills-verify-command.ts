import { shanghaiTime } from '@ronghui/domain/csv';
import { rmbText } from '@ronghui/domain/money';
import { type VerifiedBill, verifyBills } from '#features/bill/verification/verification';
import { endingSentence } from '#kernel/setup/ending-sentence';
import { withDatabase } from './command-database.ts';

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

/** What was asked for: numbers of bills, and digests that stand on statements, of now or of before an adjustment. */
interface Asked {
  readonly billNos: readonly string[];
  readonly digests: readonly string[];
}

/**
 * Reckons the bills again, and names each that differs; for numbers that are given, it prints their digests, and for digests, which statement
 * of which bill has them.
 */
const verify = ({ billNos, digests }: Asked): Promise<number> =>
  withDatabase(async (database) => {
    const [missing, unknown] = [new Set(billNos), new Set(digests)];
    let [bills, wrong] = [0, 0];
    for await (const bill of verifyBills(database.reading('service'), billNos)) {
      const { billNo, digest, differences } = bill;
      missing.delete(billNo);
      bills += 1;
      if (billNos.length > 0) process.stdout.write(`${billNo} ${digest}\n`);
      for (const asked of digests) {
        const words = statementWith(bill, asked);
        if (words !== undefined && unknown.delete(asked)) process.stdout.write(`${words}\n`);
      }
      if (differences.length === 0) continue;
      wrong += 1;
      for (const difference of differences) process.stderr.write(`${billNo} ${difference}\n`);
    }
    for (const billNo of missing) process.stderr.write(`${billNo} 没有这张账单\n`);
    for (const digest of unknown) process.stderr.write(`${digest} 不是所核对账单的校验码，现在和以前都不是\n`);
    process.stdout.write(`已核对 ${bills} 张账单，${wrong === 0 ? '全部一致' : `${wrong} 张有差异`}。\n`);
    return wrong === 0 && missing.size === 0 && unknown.size === 0 ? 0 : 1;
  });

const main = async (args: readonly string[]): Promise<number> => {
  try {
    return await verify({
      billNos: args.filter((arg) => !isDigest(arg)),
      digests: args.filter(isDigest).map((arg) => arg.toLowerCase()),
    });
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
