import type { DocEntry } from './doc-queries.ts';

/** An entry in one word, as the list knows it. */
export const wordOf = ({ record, key }: Pick<DocEntry, 'record' | 'key'>): string => `${record}:${key}`;

/** What stands in a section, documents and sections alike, in the order that visitors see. */
export const inOrder = (entries: readonly DocEntry[]): DocEntry[] =>
  [...entries].sort((a, b) => {
    const [one, other] = [`${a.sort}-${a.key}`, `${b.sort}-${b.key}`];
    return one === other ? 0 : one < other ? -1 : 1;
  });

/** The sibling in front of which an entry goes when it moves by one; undefined behind the last. */
export const nextAfterStep = (siblings: readonly DocEntry[], place: number, step: -1 | 1): DocEntry | undefined =>
  siblings[step === -1 ? place - 1 : place + 2];
