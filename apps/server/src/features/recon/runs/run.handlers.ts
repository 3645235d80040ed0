import type { Input, runOperations } from '@ronghui/contract';
import { isUnderWay } from '@ronghui/domain/job';
import { ledgerMappingFault, type ReconSettings } from '@ronghui/domain/recon';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { allowMinutes, type Db, type Tx } from '#kernel/database/db';
import { send } from '#kernel/jobs/send';
import { cancelSentJob } from '#kernel/jobs/sent-job.sql';
import { listingOf, pageFrame } from '#kernel/listing';
import { ledgerMappingOf } from '../intake/mapping-of.ts';
import { matchLedger } from '../matching/match-job.ts';
import { listRulesInForce } from '../rules/rule.sql.ts';
import { digestItems } from './item-digest.sql.ts';
import {
  countRuns,
  findLastDone,
  findRun,
  hasBills,
  holdLedger,
  insertRun,
  listRuns,
  lockRun,
  type NewRun,
} from './run.sql.ts';
import { hasItems, isOutdated, runOf } from './run-state.ts';
import { findSettings, standardSettings, storeSettings } from './settings.sql.ts';
import { findLabel, findTenantName, listStatedBills, updateClosed } from './statement.sql.ts';
import { statementDigest } from './statement.ts';
import { listYear } from './year.sql.ts';
import { yearOf } from './year.ts';

/** What a new run compares. */
type Wanted = Pick<
  NewRun,
  'ledgerId' | 'stageId' | 'side' | 'direction' | 'mapping' | 'choices' | 'settings' | 'isDry' | 'isAnyStage'
> & {
  /** The run that it is compared with; without it the stage's last. */
  readonly comparedRunId?: string;
};

/** The longest that a statement of closing may take. @unit minutes */
const closeMinutes = 2;

type StartFault = 'notFound' | 'notIssued' | 'tooMany' | 'tooManyToday' | 'fileGone';

/** Sends the job of a new run; a sentence's reason where it cannot be sent. */
const startRun = async (
  tx: Tx,
  { tenantId, userId, ports, audit }: Pick<MerchantContext, 'tenantId' | 'userId' | 'ports' | 'audit'>,
  wanted: Wanted,
) => {
  const refuse = (reason: StartFault) => ({ ok: false, reason }) as const;
  const ledger = await holdLedger(tx, tenantId, wanted.ledgerId);
  if (ledger === undefined) return refuse('notFound');
  if (ledger.storage_key === null) return refuse('fileGone');
  if (!(await hasBills(tx, tenantId, wanted))) return refuse('notIssued');
  const { open, today } = await countRuns(tx, tenantId);
  if (open >= ports.limits.reconRunsAtOnce) return refuse('tooMany');
  if (today >= ports.limits.reconRunsPerDay) return refuse('tooManyToday');
  const runId = ports.ids.id();
  const comparedRunId = wanted.comparedRunId ?? (await findLastDone(tx, tenantId, wanted));
  const { jobId } = await send(tx, matchLedger, { runId }, { tenantId, userId });
  const rules = await listRulesInForce(tx, tenantId, wanted);
  await insertRun(tx, tenantId, { ...wanted, rules, runId, comparedRunId, jobId, userId });
  const { stageId, side, direction, ledgerId, isDry } = wanted;
  audit({ object: runId, after: { stageId, side, direction, ledgerId, isDry } });
  const added = await findRun(tx, tenantId, runId);
  if (added === undefined) throw new Error('a run that was started is not there');
  return { ok: true, run: runOf(added) } as const;
};

/** What the tenant tolerates now. */
const currentSettings = async (db: Db, tenantId: string): Promise<ReconSettings> => {
  const { version: _, ...settings } = { ...standardSettings, version: 0, ...(await findSettings(db, tenantId)) };
  return settings;
};

const toleranceOf = ({
  amountTolerance,
  amountRate,
  dayTolerance,
}: Pick<Input<'recon.saveSettings'>, 'amountTolerance' | 'amountRate' | 'dayTolerance'>): ReconSettings => ({
  amountTolerance,
  amountRate: amountRate as ReconSettings['amountRate'],
  dayTolerance,
});

/** Runs: started, watched, cancelled, compared and closed (R13.4). */
export const runHandlers: HandlersFor<typeof runOperations> = {
  'recon.start': async ({ ledgerId, stageId, side, direction, mapping, choices = null }, context) => {
    const { tenantId, transact, fail } = context;
    const fault = ledgerMappingFault(ledgerMappingOf(mapping));
    if (fault !== null) return fail('invalid', wrongField(`mapping.${fault.field}`, fault.message));
    return transact(async (tx) => {
      const settings = await currentSettings(tx, tenantId);
      const wanted = {
        ledgerId,
        stageId,
        side,
        direction,
        mapping,
        choices,
        settings,
        isDry: false,
        isAnyStage: false,
      };
      const started = await startRun(tx, context, wanted);
      return started.ok ? started.run : fail(started);
    });
  },

  'recon.again': async ({ runId, anyStage = false }, context) => {
    const { tenantId, transact, fail } = context;
    return transact(async (tx) => {
      const row = await findRun(tx, tenantId, runId);
      if (row === undefined) return fail('notFound');
      const { ledger_id: ledgerId, stage_id: stageId, side, direction, mapping, choices } = row;
      const settings = await currentSettings(tx, tenantId);
      // Confirmed before, or the ledger was of this stage.
      const isAnyStage = anyStage || row.is_any_stage || row.matched_at !== null;
      const wanted = { ledgerId, stageId, side, direction, mapping, choices, settings, isDry: false, isAnyStage };
      const started = await startRun(tx, context, wanted);
      return started.ok ? started.run : fail(started);
    });
  },

  'recon.dryRun': async ({ runId, ...tolerances }, context) => {
    const { tenantId, transact, fail } = context;
    return transact(async (tx) => {
      const row = await findRun(tx, tenantId, runId);
      if (row === undefined || !hasItems(row)) return fail('notFound');
      const { ledger_id: ledgerId, stage_id: stageId, side, direction, mapping, choices } = row;
      const wanted = {
        ledgerId,
        stageId,
        side,
        direction,
        mapping,
        choices,
        settings: toleranceOf(tolerances),
        isDry: true,
        isAnyStage: true,
      };
      const started = await startRun(tx, context, { ...wanted, comparedRunId: runId });
      return started.ok ? started.run : fail(started);
    });
  },

  'recon.page': async ({ stageId, ...input }, { db, tenantId, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listRuns(db, tenantId, { stageId, listing });
    const { nextCursor: _, ...frame } = pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.run_id }));
    return { items: part.rows.slice(0, listing.pageSize).map(runOf), ...frame };
  },

  'recon.get': async ({ runId }, { db, tenantId, fail }) => {
    const row = await findRun(db, tenantId, runId);
    return row === undefined ? fail('notFound') : runOf(row);
  },

  'recon.cancel': async ({ runId }, { tenantId, transact, audit, fail }) =>
    transact(async (tx) => {
      const known = await findRun(tx, tenantId, runId);
      if (known === undefined) return fail('notFound');
      const owner = { name: matchLedger.name, tenantId, userId: known.user_id };
      if (known.job_id !== null) await cancelSentJob(tx, owner, known.job_id);
      const found = (await findRun(tx, tenantId, runId)) ?? known;
      // A repeated request gets the first answer; one that ended otherwise cannot be cancelled.
      if (!isUnderWay(found) && found.status !== 'cancelled') return fail('changed');
      audit({ object: runId });
      return runOf(found);
    }),

  'recon.changes': async ({ runId }, { db, tenantId, fail }) => {
    const row = await findRun(db, tenantId, runId);
    if (row === undefined || row.matched_at === null) return fail('notFound');
    return {
      ...(row.compared_run_id !== null && { comparedRunId: row.compared_run_id }),
      changes: [...(row.changes ?? [])],
      ...(row.carried !== null && { carried: row.carried }),
    };
  },

  'recon.settings': async (_, { db, tenantId }) =>
    (await findSettings(db, tenantId)) ?? { ...standardSettings, version: 0 },

  'recon.saveSettings': async ({ version, ...tolerances }, { tenantId, transact, audit, fail }) =>
    transact(async (tx) => {
      const settings = toleranceOf(tolerances);
      if (!(await storeSettings(tx, tenantId, { settings, version }))) return fail('changed');
      audit({ object: tenantId, after: settings });
      return { version: version + 1 };
    }),

  'recon.close': async ({ runId, version }, { tenantId, userId, now, transact, audit, fail }) =>
    transact(async (tx) => {
      const row = await lockRun(tx, tenantId, runId);
      if (row === undefined || !hasItems(row) || row.is_dry) return fail('notFound');
      if (row.closed_at !== null) return fail('closed');
      if (row.version !== version) return fail('changed');
      if (isOutdated(row)) return fail('outdated');
      const closed_by = await findLabel(tx, userId);
      const run = runOf({ ...row, closed_at: now, closed_by, version: version + 1 });
      const tenantName = await findTenantName(tx, tenantId);
      // A million items take seconds.
      allowMinutes(tx, closeMinutes);
      const items = await digestItems(tx, { tenantId, runNo: row.run_no });
      const stated = await listStatedBills(tx, tenantId, { stageId: row.stage_id, direction: row.direction });
      const bills = stated.map(({ stepNo: _, ...bill }) => bill);
      const steps = Object.fromEntries(stated.map(({ billNo, stepNo }) => [billNo, stepNo]));
      // Again after the bills: an answer may have come meanwhile.
      const after = await findRun(tx, tenantId, runId);
      if (after === undefined || isOutdated(after)) return fail('outdated');
      const unsigned = { run, tenantName, linesSha256: run.madeOf?.digest ?? '', version: 2, bills, items };
      const statement = { ...unsigned, sha256: statementDigest(unsigned) };
      await updateClosed(tx, tenantId, { runId, at: now, by: closed_by, statement, steps });
      audit({ object: runId, after: { sha256: statement.sha256, differencesLeft: run.differencesLeft } });
      return run;
    }),

  'recon.statement': async ({ runId }, { db, tenantId, fail }) => {
    const row = await findRun(db, tenantId, runId);
    if (row === undefined) return fail('notFound');
    return row.statement ?? fail('notClosed');
  },

  'recon.year': async ({ year }, { db, tenantId }) => yearOf(await listYear(db, tenantId, year)),
};
