import { differenceOf, sumFen } from '../money.ts';
import { compareText } from '../text-order.ts';
import { type DifferenceRule, explained } from './difference-rule.ts';
import { kindOfDated, kindOfPair } from './pair-kind.ts';
import {
  type Candidate,
  type CandidatePair,
  grouped,
  type LedgerCandidate,
  type LineCandidate,
  pairInOrder,
  pairNearest,
} from './pairing.ts';
import {
  type LedgerRow,
  type Neighbours,
  type PlatformRow,
  type ReconItem,
  type ReconRule,
  type ReconSettings,
  reconBounds,
  referenceKey,
} from './recon-row.ts';

/** What a run compares. */
export interface ReconInput {
  readonly ledger: readonly LedgerRow[];
  readonly lines: readonly PlatformRow[];
  readonly neighbours: Neighbours;
  readonly settings: ReconSettings;
  /** The tenant's rules in force: they explain differences of pairs, and pair nothing. */
  readonly rules: readonly DifferenceRule[];
}

type Facts = Pick<ReconItem, 'kind' | 'rule' | 'ledger' | 'lines'>;

const dayNo = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

const compareReferences = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : compareText(one, other);

/** In SQL: `row_number() over (order by occurred_on, reference, row_no)`, references and line ids by code point, no reference last. */
const placed = <Row extends Pick<LedgerRow, 'reference' | 'amount' | 'occurredOn'>>(
  rows: readonly Row[],
  compareRows: (one: Row, other: Row) => number,
): readonly Candidate<Row>[] =>
  [...rows]
    .sort(
      (one, other) =>
        compareText(one.occurredOn, other.occurredOn) ||
        compareReferences(one.reference, other.reference) ||
        compareRows(one, other),
    )
    .map((row, place) => ({
      rows: [row],
      reference: row.reference === null ? null : referenceKey(row.reference),
      amount: row.amount,
      day: dayNo(row.occurredOn),
      place,
    }));

/** 0, -1, 1, -2, 2 …: the nearest days first, of two the earlier. */
const offsetsWithin = (days: number): readonly number[] =>
  Array.from({ length: 2 * days + 1 }, (_, at) => (at % 2 === 1 ? -(at + 1) / 2 : at / 2)).map((offset) => offset + 0);

/** The groups of a key whose rows are few enough and stand within the days of the tolerance; each is matched by its sum. */
const groupsOf = <Row>(
  candidates: Iterable<Candidate<Row>>,
  keyOf: (candidate: Candidate<Row>) => string | null,
  days: number,
): readonly Candidate<Row>[] => {
  const groups = grouped(candidates, keyOf);
  groups.delete(null);
  return [...groups.values()].flatMap((members) => {
    const all = [...members].sort((one, other) => one.place - other.place);
    const [first, last] = [all[0], all.at(-1)];
    if (first === undefined || last === undefined || all.length < 2 || all.length > reconBounds.groupRows) return [];
    if (last.day - first.day > days) return [];
    return [{ ...first, rows: all.flatMap(({ rows }) => rows), amount: sumFen(all.map(({ amount }) => amount)) }];
  });
};

/** One matching under way: what is left of both sides, and what was found. */
class Matching {
  readonly found: Facts[] = [];
  readonly #settings: ReconSettings;
  #ledger: readonly LedgerCandidate[];
  #lines: readonly LineCandidate[];

  constructor({ ledger, lines, settings }: ReconInput) {
    this.#settings = settings;
    this.#ledger = placed(ledger, (one, other) => one.rowNo - other.rowNo);
    this.#lines = placed(lines, (one, other) => compareText(one.lineId, other.lineId));
  }

  #take(pairs: readonly CandidatePair[], rule: ReconRule): boolean {
    for (const [ledger, line] of pairs)
      this.found.push({
        kind: kindOfDated(
          this.#settings,
          { ledger: ledger.amount, line: line.amount },
          Math.abs(ledger.day - line.day),
        ),
        rule,
        ledger: ledger.rows,
        lines: line.rows,
      });
    const rows = new Set<LedgerRow | PlatformRow>(pairs.flatMap(([ledger, line]) => [...ledger.rows, ...line.rows]));
    this.#ledger = this.#ledger.filter(({ rows: [row] }) => row === undefined || !rows.has(row));
    this.#lines = this.#lines.filter(({ rows: [row] }) => row === undefined || !rows.has(row));
    return pairs.length > 0;
  }

  /** The first row of one reference, amount and day takes part; the others are duplicates. */
  setDuplicatesAside(): void {
    const groups = grouped(this.#ledger, ({ reference, amount, day }) =>
      reference === null ? null : JSON.stringify([reference, amount, day]),
    );
    groups.delete(null);
    const others = new Set([...groups.values()].flatMap((all) => all.slice(1)));
    for (const { rows } of others) this.found.push({ kind: 'duplicate', rule: 'none', ledger: rows, lines: [] });
    this.#ledger = this.#ledger.filter((candidate) => !others.has(candidate));
  }

  /** Reference and amount, on one day first. */
  matchExactly(): void {
    const withDay = ({ reference, amount, day }: Candidate<unknown>) =>
      reference === null ? null : JSON.stringify([reference, amount, day]);
    const withoutDay = ({ reference, amount }: Candidate<unknown>) =>
      reference === null ? null : JSON.stringify([reference, amount]);
    for (const key of [withDay, withoutDay])
      this.#take(pairInOrder(this.#ledger, this.#lines, { ledger: key, line: key }), 'reference');
  }

  #matchNearest(keys: Parameters<typeof pairNearest>[2], rule: ReconRule): void {
    for (let round = 0; round < reconBounds.rounds; round += 1) {
      const pairs = pairNearest(this.#ledger, this.#lines, keys).filter(
        ([{ amount }, line]) => kindOfPair(this.#settings, amount, line.amount) !== 'amountMismatch',
      );
      if (!this.#take(pairs, rule)) return;
    }
  }

  /** Reference, and the amount within its tolerance. */
  matchReferencesWithin(): void {
    const reference = (candidate: Candidate<unknown>) => candidate.reference;
    this.#matchNearest({ ledger: reference, line: reference }, 'reference');
  }

  /** All rows that are left of one reference, where one side has a single one and the sums tie. */
  matchReferenceGroups(): void {
    const days = this.#settings.dayTolerance;
    const all = grouped(this.#lines, ({ reference }) => reference);
    const pairs = [...grouped(this.#ledger, ({ reference }) => reference)].flatMap(
      ([reference, ledger]): CandidatePair[] => {
        const lines = reference === null ? [] : (all.get(reference) ?? []);
        const [row, line] = [ledger[0], lines[0]];
        if (row === undefined || line === undefined || Math.min(ledger.length, lines.length) !== 1) return [];
        const key = () => '';
        const pair: readonly [LedgerCandidate | undefined, LineCandidate | undefined] =
          ledger.length === 1 ? [row, groupsOf(lines, key, days)[0]] : [groupsOf(ledger, key, days)[0], line];
        const [one, other] = pair;
        if (one === undefined || other === undefined || one.amount !== other.amount) return [];
        const spread = [...ledger, ...lines].map(({ day }) => day);
        return Math.max(...spread) - Math.min(...spread) > days ? [] : [[one, other]];
      },
    );
    this.#take(pairs, 'referenceGroup');
  }

  /** The reference alone. */
  matchReferences(): void {
    const reference = (candidate: Candidate<unknown>) => candidate.reference;
    this.#take(pairInOrder(this.#ledger, this.#lines, { ledger: reference, line: reference }), 'reference');
  }

  /** Amount and day: the same amount on the nearest day, then the nearest amount. */
  matchAmounts(): void {
    const offsets = offsetsWithin(this.#settings.dayTolerance);
    for (const offset of offsets) this.#take(this.#sameAmounts(this.#ledger, this.#lines, offset), 'amountAndDay');
    for (const offset of offsets)
      this.#matchNearest({ ledger: ({ day }) => String(day + offset), line: ({ day }) => String(day) }, 'amountAndDay');
  }

  #sameAmounts(
    ledger: readonly LedgerCandidate[],
    lines: readonly LineCandidate[],
    offset: number,
  ): readonly CandidatePair[] {
    return pairInOrder(ledger, lines, {
      ledger: ({ amount, day }) => `${amount} ${day + offset}`,
      line: ({ amount, day }) => `${amount} ${day}`,
    });
  }

  /** Groups of one side against single rows of the other, by their sums and first days. */
  matchGroups(): void {
    const days = this.#settings.dayTolerance;
    const offsets = offsetsWithin(days);
    const counterpartyDay = ({ rows: [row], day }: LedgerCandidate) =>
      row === undefined || row.counterparty === null ? null : JSON.stringify([row.counterparty, day]);
    for (const key of [(candidate: LedgerCandidate) => candidate.reference, counterpartyDay]) {
      let groups = groupsOf(this.#ledger, key, days);
      for (const offset of offsets) {
        const pairs = this.#sameAmounts(groups, this.#lines, offset);
        const taken = new Set(pairs.map(([group]) => group));
        groups = groups.filter((group) => !taken.has(group));
        this.#take(pairs, 'group');
      }
    }
    let groups = groupsOf(this.#lines, ({ reference }) => reference, days);
    for (const offset of offsets) {
      const pairs = this.#sameAmounts(this.#ledger, groups, offset);
      const taken = new Set(pairs.map(([, group]) => group));
      groups = groups.filter((group) => !taken.has(group));
      this.#take(pairs, 'group');
    }
  }

  /**
   * What has no match: an exact pair in a neighbouring stage explains it, each pair once. What is left there explains pairs whose days do not agree
   * too, row by row: a pair of which it explains a side is none.
   */
  setLeftAside({ ledger, lines }: Neighbours): void {
    const keyOf = ({ reference, amount }: Pick<LedgerRow, 'reference' | 'amount'>) =>
      reference === null ? null : JSON.stringify([referenceKey(reference), amount]);
    const counted = (rows: readonly Pick<LedgerRow, 'reference' | 'amount'>[]) => {
      const counts = new Map<string | null, number>();
      for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
      counts.delete(null);
      return counts;
    };
    const taker = (others: Map<string | null, number>) => (row: Pick<LedgerRow, 'reference' | 'amount'>) => {
      const count = others.get(keyOf(row)) ?? 0;
      others.set(keyOf(row), count - 1);
      return count > 0;
    };
    const isRowBeyond = taker(counted(lines));
    const isLineBeyond = taker(counted(ledger));
    const setRow = (row: LedgerRow, isBeyond: boolean) =>
      this.found.push({ kind: isBeyond ? 'crossStage' : 'onlyInLedger', rule: 'none', ledger: [row], lines: [] });
    const setLine = (row: PlatformRow, isBeyond: boolean) =>
      this.found.push({ kind: isBeyond ? 'crossStage' : 'onlyInBill', rule: 'none', ledger: [], lines: [row] });
    for (const { rows } of this.#ledger) for (const row of rows) setRow(row, isRowBeyond(row));
    for (const { rows } of this.#lines) for (const row of rows) setLine(row, isLineBeyond(row));
    const dated = this.found
      .filter(({ kind }) => kind === 'dateMismatch')
      .sort((one, other) => (one.ledger[0]?.rowNo ?? 0) - (other.ledger[0]?.rowNo ?? 0));
    for (const pair of dated) {
      const [[row], [line]] = [pair.ledger, pair.lines];
      if (row === undefined || line === undefined) continue;
      const [isRow, isLine] = [isRowBeyond(row), isLineBeyond(line)];
      if (!isRow && !isLine) continue;
      this.found.splice(this.found.indexOf(pair), 1);
      setRow(row, isRow);
      setLine(line, isLine);
    }
  }
}

/** An item of rows, with what side B has more than side A. */
export const itemOf = (itemNo: number, { kind, rule, ledger, lines }: Facts): ReconItem => ({
  itemNo,
  kind,
  rule,
  ledger: [...ledger].sort((one, other) => one.rowNo - other.rowNo),
  lines: [...lines].sort((one, other) => compareText(one.lineId, other.lineId)),
  difference: differenceOf(sumFen(lines.map(({ amount }) => amount)), sumFen(ledger.map(({ amount }) => amount))),
});

/**
 * Matches a ledger with the lines of a stage: the definition that the matching in SQL is compared with. Every row of both sides is in exactly
 * one item, whatever the order in which the rows are given.
 *
 * @source R13.2, billing.md, reconciliation
 */
export const matchLedger = (input: ReconInput): readonly ReconItem[] => {
  const matching = new Matching(input);
  matching.setDuplicatesAside();
  matching.matchExactly();
  matching.matchReferencesWithin();
  matching.matchReferenceGroups();
  matching.matchReferences();
  matching.matchAmounts();
  matching.matchGroups();
  matching.setLeftAside(input.neighbours);
  let alone = input.ledger.reduce((most, { rowNo }) => Math.max(most, rowNo), 0);
  return matching.found
    .map((facts) => {
      const first = facts.ledger.reduce((least, { rowNo }) => Math.min(least, rowNo), Number.MAX_SAFE_INTEGER);
      if (facts.ledger.length > 0) return itemOf(first, facts);
      alone += 1;
      return itemOf(alone, facts);
    })
    .map((item) => explained(input.rules, item, input.settings.dayTolerance))
    .sort((one, other) => one.itemNo - other.itemNo);
};
