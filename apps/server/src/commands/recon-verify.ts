import { verifyRuns } from '#features/recon/verification/verification';
import type { Database } from '#kernel/database/db';
import type { Printing } from './end-command.ts';

/** Adds the items of closed reconciliations up again, and names each that is not what its statement says; for ids that are given, it prints their digests. */
export const printVerifiedRuns = async (
  database: Database,
  runIds: readonly string[],
  print: Printing,
): Promise<number> => {
  const missing = new Set(runIds);
  let [runs, wrong] = [0, 0];
  for await (const { runId, digest, differences } of verifyRuns(database.reading('service'), runIds)) {
    missing.delete(runId);
    runs += 1;
    if (runIds.length > 0) print.out(`${runId} ${digest}`);
    if (differences.length === 0) continue;
    wrong += 1;
    for (const difference of differences) print.err(`${runId} ${difference}`);
  }
  for (const runId of missing) print.err(`${runId} 没有这次已结束的对账`);
  print.out(`已核对 ${runs} 次对账，${wrong === 0 ? '全部一致' : `${wrong} 次有差异`}。`);
  return wrong === 0 && missing.size === 0 ? 0 : 1;
};
