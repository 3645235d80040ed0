import type { Input, Output } from '@ronghui/contract';
import { fen } from '@ronghui/domain/money';
import { kindOfPair } from '@ronghui/domain/recon';
import type { MerchantContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findRun, lockRun, type RunRow, settingsOf } from '../runs/run.sql.ts';
import { hasItems, runOf } from '../runs/run-state.ts';
import {
  findStepFacts,
  type HandStep,
  isSentSince,
  mark,
  putTogether,
  type StepDone,
  storeStep,
  takeApart,
  takeBack,
} from './hand-step.sql.ts';
import { findItems, type ItemFilter, type ItemRow, listItemNos, placeOfKind, type RunKey } from './item.sql.ts';

interface Chosen extends Pick<Input<'recon.unmatch'>, 'runId' | 'version'> {
  readonly itemNos: readonly number[] | undefined;
  readonly filter: ItemFilter | undefined;
}
type Context = Pick<MerchantContext, 'tenantId' | 'audit'>;
type Run = Output<'recon.get'>;

/** Why a step is refused. */
type StepFault =
  | 'notFound'
  | 'changed'
  | 'closed'
  | 'oneSided'
  | 'tooManyRows'
  | 'tooManyItems'
  | 'notMatched'
  | 'sent'
  | 'nothingToUndo';
type Outcome<Fault extends StepFault> =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly reason: Fault };

/** The most items of one step, and the most rows of one match. */
const bounds = { items: 10_000, rows: 200 } as const;

const refused = <Fault extends StepFault>(reason: Fault) => ({ ok: false, reason }) as const;

/** A run that may be changed, locked; why it may not. */
export const lockOpenRun = async (
  tx: Tx,
  tenantId: string,
  { runId, version }: Pick<Chosen, 'runId' | 'version'>,
): Promise<
  | { readonly ok: true; readonly row: RunRow; readonly key: RunKey }
  | { readonly ok: false; readonly reason: 'notFound' | 'changed' | 'closed' }
> => {
  const row = await lockRun(tx, tenantId, runId);
  if (row === undefined || !hasItems(row) || row.is_dry) return refused('notFound');
  if (row.closed_at !== null) return refused('closed');
  if (row.version !== version) return refused('changed');
  return { ok: true, row, key: { tenantId, runNo: row.run_no } };
};

const nextStep = ({ row, key }: { readonly row: RunRow; readonly key: RunKey }): HandStep => ({
  ...key,
  runId: row.run_id,
  stepNo: row.step_no + 1,
  nextItemNo: row.next_item_no ?? 0,
});

/** Stores what a step did, and answers the run after it. */
const finish = async (
  tx: Tx,
  { tenantId, audit }: Context,
  {
    row,
    stepNo,
    nextItemNo,
    done,
    step,
  }: {
    readonly row: RunRow;
    readonly stepNo: number;
    readonly nextItemNo: number;
    readonly done: StepDone;
    readonly step: string;
  },
): Promise<Run> => {
  await storeStep(tx, { tenantId, runId: row.run_id }, { changes: done.changes, stepNo, nextItemNo });
  audit({ object: row.run_id, after: { step, stepNo, ended: done.ended, added: done.added } });
  const after = await findRun(tx, tenantId, row.run_id);
  if (after === undefined) throw new Error('a run that was changed is not there');
  return runOf(after);
};

/** The numbers of the chosen items: those that are named, or all that a filter finds. */
const chosenNos = async (
  tx: Tx,
  key: RunKey,
  { itemNos, filter }: Pick<Chosen, 'itemNos' | 'filter'>,
): Promise<readonly number[] | 'tooManyItems'> => {
  if (itemNos !== undefined) return [...new Set(itemNos)];
  const found = await listItemNos(tx, key, { filter: filter ?? {}, limit: bounds.items + 1 });
  return found.length > bounds.items ? 'tooManyItems' : found;
};

/** Nobody else ends items while the run is locked. */
const expectAll = (done: StepDone, itemNos: readonly number[]): void => {
  if (done.ended !== itemNos.length) throw new Error('an item was ended under the lock of its run');
};

/** Puts the rows of items together; their kind follows from their sums. @source R13.3 */
export const matchItems = async (
  tx: Tx,
  context: Context,
  input: Pick<Chosen, 'runId' | 'version'> & { readonly itemNos: readonly number[] },
): Promise<Outcome<'notFound' | 'changed' | 'closed' | 'oneSided' | 'tooManyRows' | 'sent'>> => {
  const open = await lockOpenRun(tx, context.tenantId, input);
  if (!open.ok) return open;
  const itemNos = [...new Set(input.itemNos)];
  const items = await findItems(tx, open.key, itemNos);
  if (items.length < itemNos.length) return refused('changed');
  if (items.some(({ feedback_no }) => feedback_no !== null)) return refused('sent');
  const total = (of: (item: ItemRow) => number): number => items.reduce((sum, item) => sum + of(item), 0);
  const [ledgerCount, lineCount] = [total(({ ledger_count }) => ledger_count), total(({ line_count }) => line_count)];
  if (ledgerCount === 0 || lineCount === 0) return refused('oneSided');
  if (ledgerCount + lineCount > bounds.rows) return refused('tooManyRows');
  const [ledgerFen, lineFen] = [total(({ ledger_fen }) => ledger_fen), total(({ line_fen }) => line_fen)];
  const kind = kindOfPair(settingsOf(open.row), fen(ledgerFen), fen(lineFen));
  const step = nextStep(open);
  const done = await putTogether(tx, step, { itemNos, kind: placeOfKind(kind) });
  const run = await finish(tx, context, {
    row: open.row,
    ...step,
    nextItemNo: step.nextItemNo + 1,
    done,
    step: 'match',
  });
  return { ok: true, run };
};

/** Takes matches apart. @source R13.3 */
export const unmatchItems = async (
  tx: Tx,
  context: Context,
  input: Chosen,
): Promise<Outcome<'notFound' | 'changed' | 'closed' | 'notMatched' | 'tooManyItems' | 'sent'>> => {
  const open = await lockOpenRun(tx, context.tenantId, input);
  if (!open.ok) return open;
  const itemNos = await chosenNos(tx, open.key, input);
  if (itemNos === 'tooManyItems') return refused(itemNos);
  const facts = await findStepFacts(tx, open.key, itemNos);
  if (facts.found < itemNos.length || itemNos.length === 0) return refused('changed');
  if (facts.sent > 0) return refused('sent');
  if (facts.one_sided > 0) return refused('notMatched');
  const step = nextStep(open);
  const done = await takeApart(tx, step, itemNos);
  expectAll(done, itemNos);
  const run = await finish(tx, context, {
    row: open.row,
    ...step,
    nextItemNo: step.nextItemNo + done.added,
    done,
    step: 'unmatch',
  });
  return { ok: true, run };
};

/** Marks the chosen items, with the name of the step for the trail. */
const markChosen = async (
  tx: Tx,
  context: Context,
  {
    name,
    marks,
    mayBeSent,
    ...input
  }: Chosen & {
    readonly name: string;
    readonly marks: { readonly isAccepted?: boolean; readonly note?: string | null };
    readonly mayBeSent: boolean;
  },
): Promise<Outcome<'notFound' | 'changed' | 'closed' | 'tooManyItems' | 'sent'>> => {
  const open = await lockOpenRun(tx, context.tenantId, input);
  if (!open.ok) return open;
  const itemNos = await chosenNos(tx, open.key, input);
  if (itemNos === 'tooManyItems') return refused(itemNos);
  const facts = await findStepFacts(tx, open.key, itemNos);
  if (facts.found < itemNos.length || itemNos.length === 0) return refused('changed');
  if (!mayBeSent && facts.sent > 0) return refused('sent');
  const step = nextStep(open);
  const done = await mark(tx, step, { itemNos, ...marks });
  expectAll(done, itemNos);
  return { ok: true, run: await finish(tx, context, { row: open.row, ...step, done, step: name }) };
};

/** Accepts items as they are, or takes that back. @source R13.3 */
export const acceptItems = (
  tx: Tx,
  context: Context,
  { isAccepted, ...input }: Chosen & { readonly isAccepted: boolean },
) =>
  markChosen(tx, context, {
    ...input,
    name: isAccepted ? 'accept' : 'unaccept',
    marks: { isAccepted },
    mayBeSent: false,
  });

/** Notes a sentence on items, also on those that are in a feedback. @source R13.3 */
export const noteItems = async (
  tx: Tx,
  context: Context,
  { note, ...input }: Chosen & { readonly note: string },
): Promise<Outcome<'notFound' | 'changed' | 'closed' | 'tooManyItems'>> => {
  const marks = { note: note.trim() || null };
  const done = await markChosen(tx, context, { ...input, name: 'note', marks, mayBeSent: true });
  if (done.ok) return done;
  if (done.reason === 'sent') throw new Error('items in a feedback may be noted');
  return refused(done.reason);
};

/** Takes the last step back. @source R13.3 */
export const undoStep = async (
  tx: Tx,
  context: Context,
  input: Pick<Chosen, 'runId' | 'version'>,
): Promise<Outcome<'notFound' | 'changed' | 'closed' | 'nothingToUndo' | 'sent'>> => {
  const open = await lockOpenRun(tx, context.tenantId, input);
  if (!open.ok) return open;
  const { row, key } = open;
  if (row.step_no === 0) return refused('nothingToUndo');
  const step = { ...key, stepNo: row.step_no };
  if (await isSentSince(tx, step)) return refused('sent');
  const done = await takeBack(tx, step);
  const nextItemNo = row.next_item_no ?? 0;
  return { ok: true, run: await finish(tx, context, { row, stepNo: row.step_no - 1, nextItemNo, done, step: 'undo' }) };
};
