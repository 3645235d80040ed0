import { type Fen, sumFen } from '../money.ts';
import { itemOf } from './match-ledger.ts';
import { kindOfPair } from './pair-kind.ts';
import type { ReconItem, ReconSettings } from './recon-row.ts';

/** An item as people left it. */
export interface HeldItem extends ReconItem {
  readonly note: string;
  readonly isAccepted: boolean;
}

/** What one step took away and put in its place. */
interface HandStep {
  readonly removed: readonly HeldItem[];
  readonly added: readonly HeldItem[];
}

/** A result and the steps that people did on it. */
export interface HeldRecon {
  readonly items: readonly HeldItem[];
  readonly steps: readonly HandStep[];
  /** The number of the next item. */
  readonly nextNo: number;
}

/** Why a step is refused: an item is not there any more, nothing is to be taken apart, one side is missing, or nothing is to be undone. */
export type HandFault = 'changed' | 'notMatched' | 'oneSided' | 'tooMany' | 'nothingToUndo';

/** A result, or why the step was refused. */
export type HandOutcome =
  | { readonly ok: true; readonly recon: HeldRecon }
  | { readonly ok: false; readonly reason: HandFault };

/** The most rows that one match by hand may hold. */
const handMatchRows = 200;

const refused = (reason: HandFault): HandOutcome => ({ ok: false, reason });

/** A result before anybody did anything. */
export const heldRecon = (items: readonly ReconItem[]): HeldRecon => ({
  items: items.map((item) => ({ ...item, note: '', isAccepted: false })),
  steps: [],
  nextNo: items.reduce((most, { itemNo }) => Math.max(most, itemNo), 0) + 1,
});

const chosen = (recon: HeldRecon, itemNos: readonly number[]): readonly HeldItem[] | undefined => {
  const wanted = new Set(itemNos);
  const items = recon.items.filter(({ itemNo }) => wanted.has(itemNo));
  return items.length === wanted.size && items.length > 0 ? items : undefined;
};

const replaced = (recon: HeldRecon, step: HandStep): HandOutcome => {
  const removed = new Set(step.removed);
  const added = step.added.reduce((most, { itemNo }) => Math.max(most, itemNo), 0);
  return {
    ok: true,
    recon: {
      items: [...recon.items.filter((item) => !removed.has(item)), ...step.added].sort(
        (one, other) => one.itemNo - other.itemNo,
      ),
      steps: [...recon.steps, step],
      nextNo: Math.max(recon.nextNo, added + 1),
    },
  };
};

const sumOf = (rows: readonly { readonly amount: Fen }[]): Fen => sumFen(rows.map(({ amount }) => amount));

/** Puts the rows of items together: their kind follows from their sums. @source R13.3 */
export const matchByHand = (recon: HeldRecon, settings: ReconSettings, itemNos: readonly number[]): HandOutcome => {
  const items = chosen(recon, itemNos);
  if (items === undefined) return refused('changed');
  const [ledger, lines] = [items.flatMap((item) => item.ledger), items.flatMap((item) => item.lines)];
  if (ledger.length === 0 || lines.length === 0) return refused('oneSided');
  if (ledger.length + lines.length > handMatchRows) return refused('tooMany');
  const item = itemOf(recon.nextNo, { kind: 'matched', rule: 'hand', ledger, lines });
  const kind = kindOfPair(settings, sumOf(ledger), sumOf(lines));
  return replaced(recon, { removed: items, added: [{ ...item, kind, note: '', isAccepted: false }] });
};

/** Takes matches apart: each of their rows stands alone then. @source R13.3 */
export const unmatchByHand = (recon: HeldRecon, itemNos: readonly number[]): HandOutcome => {
  const items = chosen(recon, itemNos);
  if (items === undefined) return refused('changed');
  if (items.some(({ ledger, lines }) => ledger.length === 0 || lines.length === 0)) return refused('notMatched');
  const alone = items.flatMap(({ ledger, lines }) => [
    ...ledger.map((row) => ({ kind: 'onlyInLedger', rule: 'hand', ledger: [row], lines: [] }) as const),
    ...lines.map((row) => ({ kind: 'onlyInBill', rule: 'hand', ledger: [], lines: [row] }) as const),
  ]);
  const added = alone.map((facts, at) => ({ ...itemOf(recon.nextNo + at, facts), note: '', isAccepted: false }));
  return replaced(recon, { removed: items, added });
};

/** Accepts items as they are, or takes that back; or notes a sentence on them. @source R13.3 */
export const markByHand = (
  recon: HeldRecon,
  itemNos: readonly number[],
  mark: Partial<Pick<HeldItem, 'note' | 'isAccepted'>>,
): HandOutcome => {
  const items = chosen(recon, itemNos);
  if (items === undefined) return refused('changed');
  return replaced(recon, { removed: items, added: items.map((item) => ({ ...item, ...mark })) });
};

/** Takes the last step back. @source R13.3 */
export const undoByHand = (recon: HeldRecon): HandOutcome => {
  const step = recon.steps.at(-1);
  if (step === undefined) return refused('nothingToUndo');
  const outcome = replaced(recon, { removed: step.added, added: step.removed });
  return outcome.ok ? { ok: true, recon: { ...outcome.recon, steps: recon.steps.slice(0, -1) } } : outcome;
};
