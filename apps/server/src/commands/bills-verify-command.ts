import { verifyBills } from '#features/bill/verification/verification';
import { endingSentence } from '../ending-sentence.ts';
import { withDatabase } from './command-database.ts';

/** Reckons the bills again, and names each that differs; for numbers that are given, it prints their digests. */
const verify = (billNos: readonly string[]): Promise<number> =>
  withDatabase(async (database) => {
    const missing = new Set(billNos);
    let [bills, wrong] = [0, 0];
    for await (const { billNo, digest, differences } of verifyBills(database.reading('service'), billNos)) {
      missing.delete(billNo);
      bills += 1;
      if (billNos.length > 0) process.stdout.write(`${billNo} ${digest}\n`);
      if (differences.length === 0) continue;
      wrong += 1;
      for (const difference of differences) process.stderr.write(`${billNo} ${difference}\n`);
    }
    for (const billNo of missing) process.stderr.write(`${billNo} 没有这张账单\n`);
    process.stdout.write(`已核对 ${bills} 张账单，${wrong === 0 ? '全部一致' : `${wrong} 张有差异`}。\n`);
    return wrong === 0 && missing.size === 0 ? 0 : 1;
  });

const main = async (billNos: readonly string[]): Promise<number> => {
  try {
    return await verify(billNos);
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
