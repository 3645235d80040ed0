import { type ChatMessage, type FieldMap, isSameMessage, readMessage } from './message.ts';

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

interface KnownRaw {
  base: string;
  key: string | undefined;
  message: ChatMessage;
}

/**
 * Makes the model behind a message list. Messages put in above become sections of their own, appended ones fill the
 * last section; what stood before keeps its section, so that nothing of it is drawn anew.
 *
 * A caller who passes the same objects again is served fastest. New objects are recognised by dialogId, sender and time;
 * several of the same are counted.
 *
 * @source R12.1, R12.3
 */
export function createSectioner<Raw extends object>(fields: FieldMap<Raw> = {}): Sectioner<Raw> {
  const known = new WeakMap<Raw, KnownRaw>();
  let lastRows = new Map<string, RowModel<Raw>>();
  let sections: readonly Section<Raw>[] = [];
  let nextId = 1;

  const readOnce = (raw: Raw): KnownRaw => {
    const seen = known.get(raw);
    if (seen !== undefined) return seen;
    const message = readMessage(raw, fields);
    const base = `${message.dialogId}|${message.messageSender}|${String(message.createTime)}`;
    const read: KnownRaw = { base, key: undefined, message };
    known.set(raw, read);
    return read;
  };
  const toRows = (raws: readonly Raw[]): RowModel<Raw>[] => {
    const rows = new Map<string, RowModel<Raw>>();
    const taken = new Set<string>();
    const copies = new Map<string, number>();
    for (const raw of raws) {
      const key = known.get(raw)?.key;
      if (key !== undefined) taken.add(key);
    }
    const newKey = (base: string): string => {
      let copy = copies.get(base) ?? 1;
      let key = copy === 1 ? base : `${base}~${copy}`;
      while (taken.has(key)) key = `${base}~${++copy}`;
      copies.set(base, copy + 1);
      taken.add(key);
      return key;
    };
    for (const raw of raws) {
      const read = readOnce(raw);
      const key = read.key === undefined || rows.has(read.key) ? newKey(read.base) : read.key;
      read.key ??= key;
      const last = lastRows.get(key);
      const isKept = last !== undefined && (last.raw === raw || isSame(last, read.message, raw));
      rows.set(key, isKept ? last : { key, message: read.message, raw });
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

/** Whether a row would look the same with another of the caller's objects, for slots too. */
function isSame<Raw extends object>(row: RowModel<Raw>, message: ChatMessage, raw: Raw): boolean {
  if (!isSameMessage(row.message, message)) return false;
  const names = Object.keys(raw);
  return (
    names.length === Object.keys(row.raw).length &&
    names.every((name) => Object.is(Reflect.get(row.raw, name), Reflect.get(raw, name)))
  );
}

const startsWith = <Raw>(rows: readonly RowModel<Raw>[], from: number, section: Section<Raw>): boolean =>
  section.rows.every((row, index) => rows[from + index]?.key === row.key);

/** Groups rows, keeping each earlier section whose rows still stand together. */
function group<Raw>(
  rows: readonly RowModel<Raw>[],
  earlier: readonly Section<Raw>[],
  newId: () => number,
): Section<Raw>[] {
  const byFirstKey = new Map(earlier.map((section) => [section.rows[0]?.key, section]));
  const made: Section<Raw>[] = [];
  let loose: RowModel<Raw>[] = [];
  const close = (): void => {
    const last = made.at(-1);
    if (last !== undefined && last.rows.length < sectionRows) {
      made[made.length - 1] = { id: last.id, rows: [...last.rows, ...loose.splice(0, sectionRows - last.rows.length)] };
    }
    const first = loose.length % sectionRows;
    if (first > 0) made.push({ id: newId(), rows: loose.slice(0, first) });
    for (let from = first; from < loose.length; from += sectionRows) {
      made.push({ id: newId(), rows: loose.slice(from, from + sectionRows) });
    }
    loose = [];
  };
  for (let at = 0; at < rows.length; ) {
    const row = rows[at];
    if (row === undefined) break;
    const section = byFirstKey.get(row.key);
    if (section === undefined || !startsWith(rows, at, section)) {
      loose.push(row);
      at += 1;
      continue;
    }
    if (loose.length > 0) close();
    const isUnchanged = section.rows.every((kept, index) => kept === rows[at + index]);
    made.push(isUnchanged ? section : { id: section.id, rows: rows.slice(at, at + section.rows.length) });
    at += section.rows.length;
  }
  if (loose.length > 0) close();
  return made;
}
