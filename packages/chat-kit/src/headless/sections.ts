import { type ChatMessage, type FieldMap, readMessage } from './message.ts';
import { isShallowSame } from './shallow-same.ts';

/** A message with a key that is unique in the list and stable while the message stays in its section. */
export interface RowModel<Raw = unknown> {
  key: string;
  message: ChatMessage;
  /** The caller's own message object, for slots. */
  raw: Raw;
}

/** Neighbouring rows that are rendered, skipped and kept together. */
export interface Section<Raw = unknown> {
  /** Stable as long as one of its rows is left. */
  id: number;
  /** Changes when no row of the previous list is left: another conversation. */
  list: number;
  raws: readonly Raw[];
  /** Computed on first access, so that hidden sections cost nothing. */
  readonly rows: readonly RowModel<Raw>[];
}

/** Rows of a section: small enough to render within a frame, large enough that ten thousand rows make few sections. */
export const sectionRows = 50;

/** Maximum rows of a section after insertions into it; splitting it would render rows again. */
export const mostRows = 2 * sectionRows;

/** Rows in the last section of a new list: enough for a view, so that the end is painted first. */
export const firstRows = 20;

/** Keeps unchanged rows and sections the same objects from one list of messages to the next. */
export interface Sectioner<Raw extends object> {
  /** Arranges the caller's messages in sections. */
  update: (raws: readonly Raw[]) => readonly Section<Raw>[];
}

/** A caller's own name of a message, that stays when its fields change; undefined for the kit's. */
export type RowKey<Raw> = (raw: Raw) => string | number | undefined;

/** Identifies a message by its dialogId, sender and time; without a dialogId by its content. */
const nameOf = (message: ChatMessage): string =>
  `${message.dialogId || message.messageContent + message.multimediaUrl}|${message.messageSender}|${String(message.createTime)}`;

/** Numbers equal names in their order. */
function createNumbering(): (name: string) => string {
  const copies = new Map<string, number>();
  return (name) => {
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    return `${copy}|${name}`;
  };
}

/**
 * The previous section of each message: found by object identity, otherwise by name. An object that occurs several
 * times identifies nothing.
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

/** The places of each section's messages. */
function placesOf<Home>(homes: readonly (Home | undefined)[]): ReadonlyMap<Home, number[]> {
  const places = new Map<Home, number[]>();
  for (const [at, home] of homes.entries()) {
    if (home === undefined) continue;
    const own = places.get(home);
    if (own === undefined) places.set(home, [at]);
    else own.push(at);
  }
  return places;
}

/**
 * Makes the model behind a message list. Prepended messages become new sections, appended ones fill the last section;
 * other messages keep their section as long as one of its messages is left, so that nothing unchanged is rendered
 * again.
 *
 * Passing the same objects again is fastest; new objects are recognised by `rowKey`, or without it by dialogId (or
 * content), sender and time.
 *
 * @source R12.1, R12.3
 */
export function createSectioner<Raw extends object>(fields: FieldMap<Raw> = {}, rowKey?: RowKey<Raw>): Sectioner<Raw> {
  let sections: readonly Section<Raw>[] = [];
  let count = 0;
  let list = 0;

  const keyOf = (raw: Raw, message: ChatMessage = readMessage(raw, fields)): string => {
    const own = rowKey?.(raw);
    return own === undefined ? nameOf(message) : `=${own}`;
  };
  const toRows = (id: number, raws: readonly Raw[], earlier: readonly RowModel<Raw>[] = []): RowModel<Raw>[] => {
    const rows = new Map(earlier.map((row) => [row.key, row]));
    const toKey = createNumbering();
    return raws.map((raw) => {
      const message = readMessage(raw, fields);
      const key = `${id}/${toKey(keyOf(raw, message))}`;
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
  /** Arranges the changed part, between the sections that are unchanged. */
  const arrange = (before: readonly Section<Raw>[], raws: readonly Raw[]): Section<Raw>[] => {
    const homes = findHomes(before, raws, keyOf);
    const blocks = new Map<number, { home: Section<Raw> | undefined; last: number }>();
    for (const [home, places] of placesOf(homes)) {
      const last = places.at(-1) ?? 0;
      // after too many insertions the rows above move to another section
      blocks.set(places.find((at) => at > last - mostRows) ?? 0, { home, last });
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
      // appended messages fill the last section
      from -= above.pop()?.raws.length ?? 0;
      sections = [...above, ...arrange(sections.slice(above.length), raws.slice(from))];
      return sections;
    },
  };
}
