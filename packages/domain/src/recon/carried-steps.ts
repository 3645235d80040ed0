import { sumFen } from '../money.ts';
import type { HeldItem } from './hand-steps.ts';
import { itemOf } from './match-ledger.ts';
import { kindOfPair } from './pair-kind.ts';
import type { LedgerRow, PlatformRow, ReconItem, ReconSettings } from './recon-row.ts';

/** What people do by hand that a later run may carry on. */
export const carriedSteps = ['match', 'unmatch', 'accept', 'note'] as const;
export type CarriedStep = (typeof carriedSteps)[number];

/**
 * Why it could not be carried: another file, whose row numbers mean other rows; a row is not there any more; a row is another one; the rules put
 * its rows together otherwise, with rows that nobody decided on; the rows are the same, and what they come to is another conclusion.
 */
export const leftReasons = ['otherFile', 'gone', 'changed', 'otherwise', 'otherKind'] as const;
export type LeftReason = (typeof leftReasons)[number];

/** An item of the run before whose steps by hand do not hold on. */
export interface LeftSteps {
  readonly itemNo: number;
  readonly steps: readonly CarriedStep[];
  readonly reason: LeftReason;
}

/** A result with what was carried, and what was not. */
export interface CarriedRecon {
  readonly items: readonly HeldItem[];
  readonly left: readonly LeftSteps[];
}

type Row = LedgerRow | PlatformRow;

/** What a row of before is now, and the item that holds it. */
interface MetRow {
  readonly item: ReconItem | undefined;
  readonly row: Row | undefined;
  readonly isSame: boolean;
}
type Meet = (former: ReconItem) => readonly MetRow[];

const isLine = (row: Row): row is PlatformRow => 'lineId' in row;
const isOwn = (row: Row): row is LedgerRow => !isLine(row);
const keyOf = (row: Row): string => (isLine(row) ? `line ${row.lineId}` : `row ${row.rowNo}`);
const rowsOf = ({ ledger, lines }: ReconItem): readonly Row[] => [...ledger, ...lines];

const isSameRow = (one: Row, other: Row): boolean =>
  one.amount === other.amount && one.occurredOn === other.occurredOn && one.reference === other.reference;

/** Looks up where the rows of an item of before are now. */
const lookUp = (found: readonly ReconItem[]): Meet => {
  const places = new Map(found.flatMap((item) => rowsOf(item).map((row) => [keyOf(row), { item, row }] as const)));
  return (former) =>
    rowsOf(former).map((row) => {
      const place = places.get(keyOf(row));
      return { item: place?.item, row: place?.row, isSame: place !== undefined && isSameRow(place.row, row) };
    });
};

const faultOf = (rows: readonly MetRow[]): 'gone' | 'changed' | null => {
  if (rows.some(({ item }) => item === undefined)) return 'gone';
  return rows.every(({ isSame }) => isSame) ? null : 'changed';
};

/**
 * The items that were made by hand and can be made again: all of their rows stand as they stood, and the items that hold them now hold nothing
 * but rows of such items. So no row is torn from another one that nobody decided on.
 */
const madeAgain = (made: readonly HeldItem[], meet: Meet): ReadonlyMap<HeldItem, readonly MetRow[]> => {
  const kept = new Map(made.map((item) => [item, meet(item)] as const).filter(([, rows]) => faultOf(rows) === null));
  for (;;) {
    const covered = new Map<ReconItem | undefined, number>();
    for (const { item } of [...kept.values()].flat()) covered.set(item, (covered.get(item) ?? 0) + 1);
    const isOpen = ({ item }: MetRow): boolean => item !== undefined && covered.get(item) !== rowsOf(item).length;
    const open = [...kept].filter(([, rows]) => rows.some(isOpen));
    if (open.length === 0) return kept;
    for (const [item] of open) kept.delete(item);
  }
};

/** What people did to an item. */
const stepsOf = ({ rule, ledger, lines, isAccepted, note }: HeldItem): readonly CarriedStep[] => [
  ...(rule === 'hand' ? ([ledger.length > 0 && lines.length > 0 ? 'match' : 'unmatch'] as const) : []),
  ...(isAccepted ? (['accept'] as const) : []),
  ...(note === '' ? [] : (['note'] as const)),
];

/** The item that has exactly the rows of one of before; undefined where there is none. */
const holderOf = (met: readonly MetRow[]): ReconItem | undefined => {
  const holder = met[0]?.item;
  const hasAll = holder !== undefined && rowsOf(holder).length === met.length;
  return hasAll && met.every(({ item }) => item === holder) ? holder : undefined;
};

/** An item that was made by hand, made again: of the kind that the rules found for the same rows, or by its sums and the tolerance of now. */
const madeItem = (itemNo: number, met: readonly MetRow[], settings: ReconSettings): ReconItem => {
  const rows = met.flatMap(({ row }) => row ?? []);
  const lines = rows.filter(isLine);
  const ledger = rows.filter(isOwn);
  const alone = lines.length === 0 ? 'onlyInLedger' : 'onlyInBill';
  const [own, theirs] = [sumFen(ledger.map(({ amount }) => amount)), sumFen(lines.map(({ amount }) => amount))];
  const byHand = ledger.length > 0 && lines.length > 0 ? kindOfPair(settings, own, theirs) : alone;
  return itemOf(itemNo, { kind: holderOf(met)?.kind ?? byHand, rule: 'hand', ledger, lines });
};

type Marks = Pick<HeldItem, 'note' | 'isAccepted'>;
const noMarks: Marks = { note: '', isAccepted: false };

/** What holds on of an item's marks: of another conclusion nothing, but the note on a pair. */
const marksOf = (former: HeldItem, kind: ReconItem['kind']): Marks => {
  if (former.kind === kind) return { note: former.note, isAccepted: former.isAccepted };
  return { note: former.ledger.length === 1 && former.lines.length === 1 ? former.note : '', isAccepted: false };
};

/**
 * Carries what people did by hand to another run of the same file: their matches, what they took apart, what they accepted and their notes, as
 * far as the rows stand as they stood. What is left behind has its reason.
 *
 * @source R13.3, R13.4
 */
export const carrySteps = (
  former: readonly HeldItem[],
  found: readonly ReconItem[],
  settings: ReconSettings,
): CarriedRecon => {
  const meet = lookUp(found);
  const isMade = ({ rule }: HeldItem): boolean => rule === 'hand';
  const kept = madeAgain(former.filter(isMade), meet);
  const replaced = new Set([...kept.values()].flat().map(({ item }) => item));
  const first = found.reduce((most, { itemNo }) => Math.max(most, itemNo), 0) + 1;
  const made = new Map([...kept].map(([item, met], at) => [item, madeItem(first + at, met, settings)]));
  const marks = new Map<number, Marks>();
  const left: LeftSteps[] = [];
  for (const item of former) {
    const steps = stepsOf(item);
    if (steps.length === 0) continue;
    const met = meet(item);
    const now = isMade(item) ? made.get(item) : holderOf(met);
    const fault = faultOf(met) ?? (now === undefined ? 'otherwise' : null);
    if (fault !== null || now === undefined) {
      left.push({ itemNo: item.itemNo, steps, reason: fault ?? 'otherwise' });
      continue;
    }
    const carried = marksOf(item, now.kind);
    marks.set(now.itemNo, carried);
    const kinds = stepsOf({ ...item, ...carried });
    const lost = steps.filter((step) => !kinds.includes(step));
    if (lost.length > 0) left.push({ itemNo: item.itemNo, steps: lost, reason: 'otherKind' });
  }
  const items = [...found.filter((item) => !replaced.has(item)), ...made.values()];
  return { items: items.map((item) => ({ ...item, ...(marks.get(item.itemNo) ?? noMarks) })), left };
};
