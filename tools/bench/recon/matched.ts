import { createReadStream } from 'node:fs';
import type pg from 'pg';
import {
  createLedgerTable,
  drawSide,
  ledgerColumns,
  matchRun,
} from '../../../apps/server/src/features/recon/matching/matching.ts';
import { allowMinutes, copyRows, type Database } from '../../../apps/server/src/kernel/database/db.ts';
import { fen, rateOf } from '../../../packages/domain/src/money.ts';
import type { Sides } from './sides.ts';

const maxMinutes = 60;
const settings = { amountTolerance: fen(2), amountRate: rateOf(0, 'percent'), dayTolerance: 3 };
let made = 0;

/** Adds a run of the tenant, as its start does. */
const addRun = async (owner: pg.Client, { tenantId, stageId }: Sides): Promise<{ runId: string; runNo: number }> => {
  made += 1;
  const runId = `recon-run-${made}`;
  await owner.query(
    `insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, name, password_hash)
      values ('recon-user', sha256('x'), sha256('x'), '139****0000', '财务', '$argon2id$') on conflict do nothing`,
  );
  await owner.query(
    `insert into recon_ledger (tenant_id, ledger_id, name, kind, encoding, size_bytes, sha256, user_id, uploaded_by)
      values ($1, 'ledger', 'a.csv', 'csv', 'utf-8', 1, repeat('a', 64), 'recon-user', '财务') on conflict do nothing`,
    [tenantId],
  );
  const { rows } = await owner.query<{ run_no: string }>(
    `insert into recon_run (tenant_id, run_id, ledger_id, stage_id, side, direction, mapping, amount_tolerance_fen, amount_rate_millionths, day_tolerance,
        user_id, started_by) values ($1, $2, 'ledger', $3, 'fee', 'payable', '{}', 0, 0, 3, 'recon-user', '财务') returning run_no`,
    [tenantId, runId, stageId],
  );
  return { runId, runNo: Number(rows[0]?.run_no) };
};

/** Copies the ledger in and matches it, in one transaction, as the job does; its items are dropped again. Returns the seconds. */
export const matchOnce = async (database: Database, owner: pg.Client, sides: Sides): Promise<number> => {
  const { tenantId, stageId, path } = sides;
  const run = await addRun(owner, sides);
  const startedMs = performance.now();
  await database.transact('service', async (tx) => {
    allowMinutes(tx, maxMinutes);
    await createLedgerTable(tx);
    const drawn = await drawSide(tx, {
      ...run,
      tenantId,
      stageId,
      side: 'fee',
      direction: 'payable',
      settings,
      rules: [],
      comparedRunNo: null,
    });
    await copyRows(tx, `copy ledger_row (${ledgerColumns}) from stdin`, createReadStream(path));
    await matchRun(tx, drawn);
  });
  const seconds = (performance.now() - startedMs) / 1000;
  await owner.query('select drop_recon_tables($1)', [run.runNo]);
  await owner.query('delete from recon_total where run_id = $1', [run.runId]);
  return seconds;
};
