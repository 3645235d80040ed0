import type { RowModel, Section } from '../../headless/sections.ts';
import type { ListSettings } from '../list-settings.ts';
import { isShown } from '../message/message-item.tsx';

type Sections = readonly Section[];

/** The keys of the newest rows, enough that some are left after removals. */
export const newestKeys = (sections: Sections): ReadonlySet<string> =>
  new Set(sections.slice(-4).flatMap(({ rows }) => rows.map(({ key }) => key)));

/** The other side's rows that arrived after the known newest rows, oldest first. */
export function incomingBehind(
  sections: Sections,
  keys: ReadonlySet<string>,
  { ownSenders, slots }: Pick<ListSettings, 'ownSenders' | 'slots'>,
): readonly RowModel[] {
  const incoming: RowModel[] = [];
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const rows = sections[at]?.rows ?? [];
    for (let place = rows.length - 1; place >= 0; place -= 1) {
      const row = rows[place];
      if (row === undefined) continue;
      if (keys.has(row.key)) return incoming.reverse();
      const { messageSender } = row.message;
      if (!ownSenders.has(messageSender) && messageSender !== 'history' && isShown(row, slots)) incoming.push(row);
    }
  }
  return incoming.reverse();
}
