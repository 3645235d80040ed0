import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Visitor, WireData } from '../../driver/visitor.ts';
import { timed } from '../bills/pages.ts';
import { residentMb } from '../resident-memory.ts';
import type { Sides } from './sides.ts';

const pollMs = 200;

/** A run as the merchant and the server had it. */
export interface MerchantRun {
  readonly runId: string;
  readonly version: number;
  /** From the start of its job to its counts. */
  readonly seconds: number;
  readonly highestMb: number;
}

/** Uploads a ledger, starts a run with the columns as recognised, and waits for its counts. `onStart` is called once its job runs. */
export const runLedger = async (
  merchant: Visitor,
  owner: pg.Client,
  {
    sides,
    name,
    file,
    pid,
    onStart,
  }: {
    readonly sides: Sides;
    readonly name: string;
    readonly file: Buffer;
    readonly pid: number;
    readonly onStart?: () => void;
  },
): Promise<MerchantRun> => {
  const uploaded = await merchant.upload('recon.upload', name, file);
  if (uploaded.status !== 200) throw new Error(`recon.upload: ${uploaded.status} ${uploaded.body.errCode}`);
  const ledgerId = uploaded.body.data?.['ledgerId'];
  const [{ mapping }] = await timed(merchant, 'recon.preview', { ledgerId });
  const subject = { stageId: sides.stageId, side: 'fee', direction: 'payable' };
  const [{ runId }] = await timed(merchant, 'recon.start', { ledgerId, ...subject, mapping });
  let [highestMb, isRunning] = [0, false];
  for (;;) {
    highestMb = Math.max(highestMb, residentMb(pid));
    const [run] = await timed(merchant, 'recon.get', { runId });
    if (run['status'] === 'running' && !isRunning) {
      isRunning = true;
      onStart?.();
    }
    if (run['status'] === 'done') {
      const { rows } = await owner.query<{ seconds: number }>(
        'select extract(epoch from r.matched_at - j.started_at)::float8 as seconds from recon_run r join sent_job j using (job_id) where r.run_id = $1',
        [runId],
      );
      return {
        runId: String(runId),
        version: Number(run['version']),
        seconds: rows[0]?.seconds ?? Number.NaN,
        highestMb,
      };
    }
    if (run['status'] !== 'queued' && run['status'] !== 'running')
      throw new Error(`the run is ${String(run['status'])}: ${String(run['failure'])}`);
    await wait(pollMs);
  }
};

/** What a merchant asks of a result: each kind, state and reference, in each order. */
export const resultFilters: readonly WireData[] = [
  {},
  ...['matched', 'amountMismatch', 'onlyInLedger', 'onlyInBill', 'duplicate'].map((kind) => ({ kind })),
  { state: 'open' },
  { state: 'accepted' },
  { reference: 'R0000005' },
  { kind: 'amountMismatch', state: 'open' },
].flatMap((filter) => ['row', 'difference', 'day'].map((sort) => ({ ...filter, sort })));

/** The times of first and following pages of each of these filters. @unit ms */
export const timePages = async (merchant: Visitor, runId: string): Promise<readonly number[]> => {
  const rounds = 5;
  const times: number[] = [];
  for (const filter of resultFilters) {
    for (let round = 0; round < rounds; round += 1) {
      const [first, firstMs] = await timed(merchant, 'recon.rows', { runId, ...filter });
      times.push(firstMs);
      const cursor = first['nextCursor'];
      if (typeof cursor !== 'string') continue;
      times.push((await timed(merchant, 'recon.rows', { runId, ...filter, cursor }))[1]);
    }
  }
  return times;
};

/** Takes 10,000 matched items apart and takes that back. @unit ms */
export const timeBulkStep = async (
  merchant: Visitor,
  { runId, version }: Pick<MerchantRun, 'runId' | 'version'>,
): Promise<{ readonly unmatchMs: number; readonly undoMs: number }> => {
  // References have twelve digits: these beginnings name 10,000 rows.
  const filter = { kind: 'matched', reference: 'R00000003' };
  const [parted, unmatchMs] = await timed(merchant, 'recon.unmatch', { runId, filter, version });
  const [, undoMs] = await timed(merchant, 'recon.undo', { runId, version: parted['version'] });
  return { unmatchMs, undoMs };
};
