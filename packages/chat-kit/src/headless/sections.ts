import { findSame, findSurvivors } from './find-survivors.ts';
import { type ChatMessage, type FieldMap, readMessage } from './message.ts';
import { isShallowSame } from './shallow-same.ts';

/** A message with a key that is its own within its section, and stays so as long as it stands there. */
export interface RowModel<Raw = unknown> {
  key: string;
  message: ChatMessage;
  /** The caller's own message, for slots. */
  raw: Raw;
}

/** Neighbouring rows that are painted, skipped and kept together. */
export interface Section<Raw = unknown> {
  /** Stays the same as long as one of its rows is left. */
  id: number;
  raws: readonly Raw[];
  /** Read when they are first asked for: what is not shown yet costs nothing. */
  readonly rows: readonly RowModel<Raw>[];
}

/** Rows in a section; small enough to paint within a frame, large enough that ten thousand rows are few sections. */
export const sectionRows = 50;

/** Rows in a section that others have been put into the midst of: parting it would draw rows anew. */
export const mostRows = 2 * sectionRows;

/** Rows in the last section of a list that is new: enough for a view, so that the end is painted before all else. */
export const firstRows = 20;

/** Keeps rows and sections the same objects from one list of messages to the next, where nothing has changed. */
export interface Sectioner<Raw extends object> {
  /** Brings the caller's messages into sections. */
  update: (raws: readonly Raw[]) => readonly Section<Raw>[];
}

/** Whether nothing is left of a list: another conversation stands in its place. */
export function isReplaced(before: readonly Section[], now: readonly Section[]): boolean {
  const ids = new Set(before.map(({ id }) => id));
  return !now.some(({ id }) => ids.has(id));
}

/** Names a message by what it is told by; one without a dialogId by what it holds. */
const nameOf = (message: ChatMessage): string =>
  `${message.dialogId || message.messageContent + message.multimediaUrl}|${message.messageSender}|${String(message.createTime)}`;

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Gives equal names a number each, in their order. */
function createNumbering(): (name: string) => string {
  const copies = new Map<string, number>();
  return (name) => {
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    return `${copy}|${name}`;
  };
}

/**
 * Makes the model behind a message list. Messages put in above become sections of their own, appended ones fill the
 * last section; what stood before keeps its section as long as one message of that is left, whatever else is taken out,
 * put in or changed, so that nothing of it is drawn anew.
 *
 * Passing the same objects again is fastest; new ones are recognised by dialogId (or what they hold), sender and time.
 *
 * @source R12.1, R12.3
 */
export function createSectioner<Raw extends object>(fields: FieldMap<Raw> = {}): Sectioner<Raw> {
  let sections: readonly Section<Raw>[] = [];
  const known = new WeakSet<Raw>();
  let count = 0;

  const toRows = (raws: readonly Raw[], earlier: readonly RowModel<Raw>[] = []): RowModel<Raw>[] => {
    const known = new Map(earlier.map((row) => [row.key, row]));
    const toKey = createNumbering();
    return raws.map((raw) => {
      const message = readMessage(raw, fields);
      const key = toKey(nameOf(message));
      const row = known.get(key);
      return row !== undefined && isShallowSame(row.raw, raw) ? row : { key, message, raw };
    });
  };
  const toSection = (raws: readonly Raw[], earlier?: Section<Raw>): Section<Raw> => {
    let rows: RowModel<Raw>[] | undefined;
    let last = earlier;
    for (const raw of raws) known.add(raw);
    return {
      id: earlier?.id ?? ++count,
      raws,
      get rows() {
        rows ??= toRows(raws, last?.rows);
        last = undefined;
        return rows;
      },
    };
  };
  const keyOf = (raw: Raw): string => nameOf(readMessage(raw, fields));
  /** Where a middle of the last list stands in this one: by the object, and by its name where that has gone. */
  const findAll = (before: readonly Raw[], raws: readonly Raw[]): (number | undefined)[] => {
    const places = findSame(before, raws);
    const found = new Set(places);
    // where nothing is new or nothing is gone, no name has to be read; undefined is in the set for what is new
    if (!found.has(undefined) || found.size > before.length) return places;
    const toOldKey = createNumbering();
    const gone = new Map<string, number>();
    for (const [at, raw] of before.entries()) {
      if (!found.has(at)) gone.set(toOldKey(keyOf(raw)), at);
    }
    const toKey = createNumbering();
    return raws.map((raw, at) => places[at] ?? gone.get(toKey(keyOf(raw))));
  };
  const isSame = (old: Raw, raw: Raw | undefined): boolean =>
    old === raw || (raw !== undefined && !known.has(raw) && keyOf(old) === keyOf(raw));
  const keep = (section: Section<Raw>, raws: readonly Raw[]): Section<Raw> =>
    isSameList(section.raws, raws) ? section : toSection(raws, section);
  /** Brings what has changed into sections: what stands between the sections that have been left as they were. */
  const arrange = (last: readonly Section<Raw>[], raws: readonly Raw[]): Section<Raw>[] => {
    const owners = last.flatMap((section) => section.raws.map(() => section));
    const before = last.flatMap((section) => section.raws);
    const homes = findAll(before, raws).map((place) => (place === undefined ? undefined : owners[place]));
    const blocks = findSurvivors(homes, mostRows);
    const tail = blocks.size === 0 && last.length === sections.length ? raws.length - firstRows : 0;
    const made: Section<Raw>[] = [];
    for (let at = 0; at < raws.length; ) {
      const block = blocks.get(at);
      const end = at < tail ? tail : raws.length;
      let to = block?.end ?? at + 1;
      while (to < end && to - at < sectionRows && !blocks.has(to)) to += 1;
      const now = raws.slice(at, to);
      made.push(block === undefined ? toSection(now) : keep(block.home, now));
      at = to;
    }
    return made;
  };

  return {
    update(raws) {
      const above: Section<Raw>[] = [];
      const below: Section<Raw>[] = [];
      let from = 0;
      let to = raws.length;
      for (const section of sections) {
        if (!section.raws.every((old, index) => isSame(old, raws[from + index]))) break;
        above.push(keep(section, raws.slice(from, (from += section.raws.length))));
      }
      for (const section of sections.slice(above.length).toReversed()) {
        const start = to - section.raws.length;
        if (start < from || !section.raws.every((old, index) => isSame(old, raws[start + index]))) break;
        below.unshift(keep(section, raws.slice(start, to)));
        to = start;
      }
      // what is appended fills the last section
      from -= above.pop()?.raws.length ?? 0;
      const middle = sections.slice(above.length, sections.length - below.length);
      sections = [...above, ...arrange(middle, raws.slice(from, to)), ...below];
      return sections;
    },
  };
}
