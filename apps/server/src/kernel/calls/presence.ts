import type { FastState } from '#kernel/ports';

/** How long somebody counts as having a record open after they were last heard of; pages ask every half minute. @unit ms */
const heardMs = 75_000;

interface Visitor {
  readonly name: string;
  readonly untilMs: number;
}

/** Somebody who has a record open. */
export interface OpenRecord {
  /** The record: its noun and its id. */
  readonly record: string;
  readonly staffId: string;
  readonly name: string;
  readonly nowMs: number;
}

const visitorsIn = (text: string | null): Readonly<Record<string, Visitor>> =>
  // Only `noteOpen` writes it.
  text === null ? {} : (JSON.parse(text) as Record<string, Visitor>);

/**
 * Notes that somebody has a record open, and says who else has. It is a courtesy between colleagues, kept where it is lost without harm: what
 * guards their work is the version that each change is compared with. Of two that ask in the same moment one may be missed until it asks again.
 */
export const noteOpen = async (
  fast: Pick<FastState, 'put' | 'takeOnce'>,
  { record, staffId, name, nowMs }: OpenRecord,
): Promise<readonly string[]> => {
  const key = `open:${record}`;
  const known = Object.entries(visitorsIn(await fast.takeOnce(key)));
  const others = known.filter(([id, { untilMs }]) => id !== staffId && untilMs > nowMs);
  const visitors = Object.fromEntries([...others, [staffId, { name, untilMs: nowMs + heardMs }]]);
  await fast.put(key, JSON.stringify(visitors), heardMs);
  return others.map(([, visitor]) => visitor.name);
};
