import { type ChatMessage, type FieldMap, readMessage } from './message.ts';
import { isShallowSame } from './shallow-same.ts';

/** A message with a key that is its own within its section. */
export interface RowModel<Raw = unknown> {
  key: string;
  message: ChatMessage;
  /** The caller's own message, for slots. */
  raw: Raw;
}

/** Neighbouring rows that are painted, skipped and kept together. */
export interface Section<Raw = unknown> {
  id: number;
  raws: readonly Raw[];
  /** Read when they are first asked for: what is not shown yet costs nothing. */
  readonly rows: readonly RowModel<Raw>[];
}

/** Rows in a section; small enough to paint within a frame, large enough that ten thousand rows are few sections. */
export const sectionRows = 50;

/** Rows in the last section of a list that is new: enough for a view, so that the end is painted before all else. */
export const firstRows = 20;

/** Keeps rows and sections the same objects from one list of messages to the next, where nothing has changed. */
export interface Sectioner<Raw extends object> {
  /** Brings the caller's messages into sections. */
  update: (raws: readonly Raw[]) => readonly Section<Raw>[];
}

/**
 * Makes the model behind a message list. Messages put in above become sections of their own, appended ones fill the
 * last section; what stood before keeps its section, so that nothing of it is drawn anew.
 *
 * Passing the same objects again is fastest; new ones are recognised by dialogId, sender and time.
 *
 * @source R12.1, R12.3
 */
export function createSectioner<Raw extends object>(fields: FieldMap<Raw> = {}): Sectioner<Raw> {
  let sections: readonly Section<Raw>[] = [];
  let count = 0;

  const nameOf = (message: ChatMessage): string =>
    `${message.dialogId || `#${++count}`}|${message.messageSender}|${String(message.createTime)}`;
  const keyOf = (raw: Raw | undefined): string => (raw === undefined ? '' : nameOf(readMessage(raw, fields)));
  const toRows = (raws: readonly Raw[], before: readonly RowModel<Raw>[]): RowModel<Raw>[] => {
    const keys = new Set<string>();
    return raws.map((raw, index) => {
      const last = before[index];
      const isKept = last !== undefined && isShallowSame(last.raw, raw);
      const message = isKept ? last.message : readMessage(raw, fields);
      const name = isKept ? last.key : nameOf(message);
      let key = name;
      for (let copy = 2; keys.has(key); copy += 1) key = `${name}|${copy}`;
      keys.add(key);
      return isKept ? last : { key, message, raw };
    });
  };
  const toSection = (id: number, raws: readonly Raw[], before?: Section<Raw>): Section<Raw> => {
    let rows: RowModel<Raw>[] | undefined;
    let earlier = before;
    return {
      id,
      raws,
      get rows() {
        rows ??= toRows(raws, earlier?.rows ?? []);
        earlier = undefined;
        return rows;
      },
    };
  };
  const isSame = (a: Raw, b: Raw | undefined): boolean => a === b || keyOf(a) === keyOf(b);

  return {
    update(raws) {
      const homes = new Map<unknown, Section<Raw>>();
      for (const section of sections) {
        homes.set(section.raws[0], section);
        homes.set(keyOf(section.raws[0]), section);
      }
      const homeOf = (raw: Raw | undefined): Section<Raw> | undefined =>
        homes.size === 0 ? undefined : (homes.get(raw) ?? homes.get(keyOf(raw)));
      const made: Section<Raw>[] = [];
      for (let at = 0; at < raws.length; ) {
        const home = homeOf(raws[at]);
        if (home?.raws.every((raw, index) => isSame(raw, raws[at + index]))) {
          const now = raws.slice(at, at + home.raws.length);
          made.push(now.every((raw, index) => raw === home.raws[index]) ? home : toSection(home.id, now, home));
          at += now.length;
          continue;
        }
        const last = made.at(-1);
        const isOpen = sections.length > 0 && last !== undefined && last.raws.length < sectionRows;
        const open = isOpen ? made.pop() : undefined;
        const kept = open?.raws ?? [];
        let to = at + 1;
        const tail = raws.length - firstRows;
        const end = sections.length === 0 && at < tail ? tail : raws.length;
        while (to < end && to - at + kept.length < sectionRows && homeOf(raws[to]) === undefined) to += 1;
        made.push(toSection(open?.id ?? ++count, [...kept, ...raws.slice(at, to)], open));
        at = to;
      }
      sections = made;
      return made;
    },
  };
}
