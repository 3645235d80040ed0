import type { ledgerOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import {
  findRemovable,
  type LedgerRun,
  listLedgerRuns,
  lockLedgerRuns,
  lockRemovable,
  updateRemoved,
} from './ledger-removal.sql.ts';

/** Why a ledger stays: it is the proof of a closed run, or is being read. */
const keptBecause = (runs: readonly LedgerRun[]): 'closed' | 'underWay' | null => {
  if (runs.some((run) => run.is_closed)) return 'closed';
  return runs.some((run) => run.is_under_way) ? 'underWay' : null;
};

/** The most runs that are listed. */
const listedRuns = 20;

/** A ledger is deleted with its runs, after the question what goes; its hash, name and size stay (R13.1, R13.4). */
export const removalHandlers: HandlersFor<Pick<typeof ledgerOperations, 'recon.removal' | 'recon.removeLedger'>> = {
  'recon.removal': async ({ ledgerId }, { db, tenantId, fail }) => {
    const ledger = await findRemovable(db, tenantId, ledgerId);
    if (ledger === undefined) return fail('notFound');
    const runs = await listLedgerRuns(db, tenantId, ledgerId);
    const keptFor = keptBecause(runs);
    const shown = runs.filter(({ is_dry }) => !is_dry);
    return {
      name: ledger.name,
      size: ledger.size_bytes,
      sha256: ledger.sha256,
      runs: shown.length,
      trials: runs.length - shown.length,
      first: shown.slice(0, listedRuns).map((run) => ({
        runId: run.run_id,
        stageName: run.stage_name,
        createdAt: run.created_at.toISOString(),
      })),
      ...(keptFor !== null && { keptFor }),
    };
  },

  'recon.removeLedger': async ({ ledgerId }, { tenantId, userId, transact, audit, fail }) =>
    transact(async (tx) => {
      const ledger = await lockRemovable(tx, tenantId, ledgerId);
      if (ledger === undefined) return fail('notFound');
      const runs = await lockLedgerRuns(tx, tenantId, ledgerId);
      const keptFor = keptBecause(runs);
      if (keptFor !== null) return fail(keptFor);
      await updateRemoved(tx, tenantId, { ledgerId, userId });
      const { name, size_bytes: size, sha256 } = ledger;
      audit({ object: ledgerId, before: { name, size, sha256, runIds: runs.map(({ run_id }) => run_id) } });
      return {};
    }),
};
