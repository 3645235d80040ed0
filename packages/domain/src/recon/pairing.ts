import type { Fen } from '../money.ts';
import type { LedgerRow, PlatformRow } from './recon-row.ts';

/** One row, or several that are matched by their sum. Its place is its order by day, reference and row. */
export interface Candidate<Row> {
  readonly rows: readonly Row[];
  readonly reference: string | null;
  readonly amount: Fen;
  readonly day: number;
  readonly place: number;
}

export type LedgerCandidate = Candidate<LedgerRow>;
export type LineCandidate = Candidate<PlatformRow>;
export type CandidatePair = readonly [LedgerCandidate, LineCandidate];

type Key<Row> = (candidate: Candidate<Row>) => string | null;

const keyed = <Row>(candidates: Iterable<Candidate<Row>>, key: Key<Row>): Map<string | null, Candidate<Row>[]> => {
  const byPlace = [...candidates].sort((one, other) => one.place - other.place);
  const groups = grouped(byPlace, key);
  groups.delete(null);
  return groups;
};

/** Pairs the first with the first and the second with the second of each key, by their places. A key of null pairs with nothing. */
export const pairInOrder = (
  ledger: Iterable<LedgerCandidate>,
  lines: Iterable<LineCandidate>,
  keys: { readonly ledger: Key<LedgerRow>; readonly line: Key<PlatformRow> },
): readonly CandidatePair[] => {
  const others = keyed(lines, keys.line);
  return [...keyed(ledger, keys.ledger)].flatMap(([key, own]) =>
    own.flatMap((candidate, at): CandidatePair[] => {
      const other = others.get(key)?.[at];
      return other === undefined ? [] : [[candidate, other]];
    }),
  );
};

const nearest = <Row>(amount: Fen, among: readonly Candidate<Row>[]): Candidate<Row> | undefined =>
  [...among].sort(
    (one, other) => Math.abs(one.amount - amount) - Math.abs(other.amount - amount) || one.place - other.place,
  )[0];

/** Pairs of one round: in each key those that are each other's nearest by amount, then by place. */
export const pairNearest = (
  ledger: Iterable<LedgerCandidate>,
  lines: Iterable<LineCandidate>,
  keys: { readonly ledger: Key<LedgerRow>; readonly line: Key<PlatformRow> },
): readonly CandidatePair[] => {
  const others = keyed(lines, keys.line);
  return [...keyed(ledger, keys.ledger)].flatMap(([key, own]) => {
    const opposite = others.get(key) ?? [];
    return own.flatMap((candidate): CandidatePair[] => {
      const line = nearest(candidate.amount, opposite);
      return line !== undefined && nearest(line.amount, own) === candidate ? [[candidate, line]] : [];
    });
  });
};

/** The rows by their key, in the order of their first ones. `Map.groupBy` is newer than the oldest browsers. */
export const grouped = <Key, Row>(rows: Iterable<Row>, keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
};
