import { id, object } from '@ronghui/contract';
import { job } from '#kernel/jobs/jobs';

/** Reads the ledger of a run and matches it, in one transaction. */
export const matchLedger = job({
  name: 'recon.match',
  payload: object({ runId: id() }),
  maxMinutes: 60,
  run: () => Promise.reject(new Error('not there yet')),
});
