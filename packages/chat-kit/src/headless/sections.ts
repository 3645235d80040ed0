import { type ChatMessage, type FieldMap, readMessage } from './message.ts';
import { isShallowSame } from './shallow-same.ts';

/** A message with a key that stays its own while messages come before and after it. */
export interface RowModel<Raw = unknown> {
  key: string;
  message: ChatMessage;
  /** The caller's own message, for slots. */
  raw: Raw;
}

/** Neighbouring rows that are painted, skipped and kept together. */
export interface Section<Raw = unknown> {
  id: number;
  rows: readonly RowModel<Raw>[];
}

/** Rows in a section; small enough to paint within a frame, large enough that ten thousand rows are few sections. */
export const sectionRows = 50;

/** Keeps rows and sections the same objects from one list of messages to the next, where nothing has changed. */
export interface Sectioner<Raw extends object> {
  /** Brings the caller's messages into sections. */
  update: (raws: readonly Raw[]) => readonly Section<Raw>[];
}

/**
 * Makes the model behind a message list. Messages put in above become sections of their own, appended ones fill the
 * last section; what stood before keeps its section, so that nothing of it is drawn anew.
 *
 * Rows are recognised by dialogId, sender and time (several of the same are counted), whether the objects are the same
 * or new ones; those without a dialogId by their object.
 *
 * @source R12.1, R12.3
 */
export function createSectioner<Raw extends object>(fields: FieldMap<Raw> = {}): Sectioner<Raw> {
  const known = new WeakMap<Raw, { base: string; message: ChatMessage }>();
  let lastRows = new Map<string, RowModel<Raw>>();
  let sections: readonly Section<Raw>[] = [];
  let nextId = 1;

  const readOnce = (raw: Raw): { base: string; message: ChatMessage } => {
    const seen = known.get(raw);
    if (seen !== undefined) return seen;
    const message = readMessage(raw, fields);
    const name = message.dialogId === '' ? `#${nextId++}` : message.dialogId;
    const read = { base: `${name}|${message.messageSender}|${String(message.createTime)}`, message };
    known.set(raw, read);
    return read;
  };
  const toRows = (raws: readonly Raw[]): RowModel<Raw>[] => {
    const rows = new Map<string, RowModel<Raw>>();
    const copies = new Map<string, number>();
    for (const raw of raws) {
      const { base, message } = readOnce(raw);
      let key = base;
      if (rows.has(base)) {
        const copy = (copies.get(base) ?? 1) + 1;
        copies.set(base, copy);
        key = `${base}|${copy}`;
      }
      const last = lastRows.get(key);
      rows.set(key, last !== undefined && isShallowSame(last.raw, raw) ? last : { key, message, raw });
    }
    lastRows = rows;
    return [...rows.values()];
  };

  return {
    update(raws) {
      sections = group(toRows(raws), sections, () => nextId++);
      return sections;
    },
  };
}

/** Groups rows, keeping each earlier section whose rows still stand together. */
function group<Raw>(
  rows: readonly RowModel<Raw>[],
  earlier: readonly Section<Raw>[],
  newId: () => number,
): Section<Raw>[] {
  const homes = new Map(earlier.map((section) => [section.rows[0]?.key, section]));
  const made: Section<Raw>[] = [];
  for (let at = 0; at < rows.length; ) {
    const home = homes.get(rows[at]?.key);
    if (home?.rows.every((row, index) => rows[at + index]?.key === row.key)) {
      const now = rows.slice(at, at + home.rows.length);
      made.push(now.every((row, index) => row === home.rows[index]) ? home : { id: home.id, rows: now });
      at += now.length;
      continue;
    }
    const last = made.at(-1);
    const isOpen = last !== undefined && last.rows.length < sectionRows;
    const kept = isOpen ? last.rows : [];
    let to = at + 1;
    while (to < rows.length && to - at + kept.length < sectionRows && !homes.has(rows[to]?.key)) to += 1;
    if (isOpen) made.pop();
    made.push({ id: isOpen ? last.id : newId(), rows: [...kept, ...rows.slice(at, to)] });
    at = to;
  }
  return made;
}
