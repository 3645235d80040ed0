import { type ChatMessage, type FieldMap, readMessage } from './message.ts';
import { isShallowSame } from './shallow-same.ts';

/** A message with a key that is its own in the list, and stays so as long as it stands in its section. */
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
  /** Changes when nothing is left of the list before: another conversation stands in its place. */
  list: number;
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

/** Names a message by what it is told by; one without a dialogId by what it holds. */
const nameOf = (message: ChatMessage): string =>
  `${message.dialogId || message.messageContent + message.multimediaUrl}|${message.messageSender}|${String(message.createTime)}`;

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
 * The section that each message was in: found by the object, and by its name where that has gone. An object that stands
 * there several times tells nothing.
 */
function findHomes<Raw>(
  last: readonly Section<Raw>[],
  raws: readonly Raw[],
  keyOf: (raw: Raw) => string,
): (Section<Raw> | undefined)[] {
  const now = new Set(raws);
  const homes = new Map<Raw | string, Section<Raw> | undefined>();
  const toOldKey = createNumbering();
  for (const section of last) {
    for (const raw of section.raws) {
      const key = now.has(raw) ? raw : toOldKey(keyOf(raw));
      homes.set(key, homes.has(key) ? undefined : section);
    }
  }
  if (homes.size === 0) return [];
  const toKey = createNumbering();
  return raws.map((raw) => homes.get(raw) ?? homes.get(toKey(keyOf(raw))));
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
  let count = 0;
  let list = 0;

  const toRows = (id: number, raws: readonly Raw[], earlier: readonly RowModel<Raw>[] = []): RowModel<Raw>[] => {
    const rows = new Map(earlier.map((row) => [row.key, row]));
    const toKey = createNumbering();
    return raws.map((raw) => {
      const message = readMessage(raw, fields);
      const key = `${id}/${toKey(nameOf(message))}`;
      const row = rows.get(key);
      return row !== undefined && isShallowSame(row.raw, raw) ? row : { key, message, raw };
    });
  };
  const toSection = (raws: readonly Raw[], earlier?: Section<Raw>): Section<Raw> => {
    if (earlier?.raws.length === raws.length && raws.every((raw, at) => raw === earlier.raws[at])) return earlier;
    let rows: RowModel<Raw>[] | undefined;
    let last = earlier;
    const id = earlier?.id ?? ++count;
    return {
      id,
      list,
      raws,
      get rows() {
        rows ??= toRows(id, raws, last?.rows);
        last = undefined;
        return rows;
      },
    };
  };
  const keyOf = (raw: Raw): string => nameOf(readMessage(raw, fields));
  /** Brings what has changed into sections: what stands between the sections that have been left as they were. */
  const arrange = (before: readonly Section<Raw>[], raws: readonly Raw[]): Section<Raw>[] => {
    const homes = findHomes(before, raws, keyOf);
    const blocks = new Map<number, { home: Section<Raw> | undefined; last: number }>();
    for (const [home, places] of Map.groupBy(raws.keys(), (at) => homes[at])) {
      const last = places.at(-1) ?? 0;
      // where too much has come in between, what stands above that has to go elsewhere
      if (home !== undefined) blocks.set(places.find((at) => at > last - mostRows) ?? 0, { home, last });
    }
    if (blocks.size === 0) {
      const tail = raws.length - firstRows;
      list += 1;
      blocks.set(tail, { home: undefined, last: tail });
    }
    const made: Section<Raw>[] = [];
    for (let at = 0; at < raws.length; ) {
      const block = blocks.get(at);
      let to = (block?.last ?? at) + 1;
      while (to < raws.length && to - at < sectionRows && !blocks.has(to)) to += 1;
      made.push(toSection(raws.slice(at, to), block?.home));
      at = to;
    }
    return made;
  };

  return {
    update(raws) {
      const above: Section<Raw>[] = [];
      let from = 0;
      for (const section of sections) {
        if (toSection(raws.slice(from, from + section.raws.length), section) !== section) break;
        above.push(section);
        from += section.raws.length;
      }
      // what is appended fills the last section
      from -= above.pop()?.raws.length ?? 0;
      sections = [...above, ...arrange(sections.slice(above.length), raws.slice(from))];
      return sections;
    },
  };
}
