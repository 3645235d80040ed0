import { verifyRuns } from '#features/recon/verification/verification';
import { endingSentence } from '#kernel/setup/ending-sentence';
import { withDatabase } from './command-database.ts';

/** Adds the items of closed reconciliations up again, and names each that is not what its statement says; for ids that are given, it prints their digests. */
const verify = (runIds: readonly string[]): Promise<number> =>
  withDatabase(async (database) => {
    const missing = new Set(runIds);
    let [runs, wrong] = [0, 0];
    for await (const { runId, digest, differences } of verifyRuns(database.reading('service'), runIds)) {
      missing.delete(runId);
      runs += 1;
      if (runIds.length > 0) process.stdout.write(`${runId} ${digest}\n`);
      if (differences.length === 0) continue;
      wrong += 1;
      for (const difference of differences) process.stderr.write(`${runId} ${difference}\n`);
    }
    for (const runId of missing) process.stderr.write(`${runId} 没有这次已结束的对账\n`);
    process.stdout.write(`已核对 ${runs} 次对账，${wrong === 0 ? '全部一致' : `${wrong} 次有差异`}。\n`);
    return wrong === 0 && missing.size === 0 ? 0 : 1;
  });

const main = async (runIds: readonly string[]): Promise<number> => {
  try {
    return await verify(runIds);
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
