import { useState } from 'react';
import type { RowModel, Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';

const announcedAtMost = 3;

/** Where a row stands, in words that stay its own. */
const placeOf = (section: Section | undefined, row: RowModel | undefined): string | undefined =>
  section && row && `${section.id}/${row.key}`;

/** The rows behind a place, or none when it is gone. */
function rowsBehind(sections: readonly Section[], place: string | undefined): RowModel[] {
  const at = sections.findLastIndex((section) => place?.startsWith(`${section.id}/`));
  const [first, ...rest] = sections.slice(at);
  const index = at < 0 ? -1 : (first?.rows.findIndex((row) => placeOf(first, row) === place) ?? -1);
  return index < 0 ? [] : [...(first?.rows.slice(index + 1) ?? []), ...rest.flatMap((section) => section.rows)];
}

/** Counts what has come in while the reader was elsewhere in the list, and words it for the announcer. */
export function useUnseen(
  sections: readonly Section[],
  { ownSenders, texts }: ListSettings,
  following: boolean,
): { unseen: number; announcement: string } {
  const newest = placeOf(sections.at(-1), sections.at(-1)?.rows.at(-1));
  const [seen, setSeen] = useState(newest);
  const [told, setTold] = useState({ place: newest, words: '' });
  const incomingBehind = (place: string | undefined): RowModel[] =>
    rowsBehind(sections, place).filter(
      ({ message }) => !ownSenders.has(message.messageSender) && message.messageSender !== 'history',
    );
  if ((following || seen === undefined) && seen !== newest) setSeen(newest);
  if (told.place !== newest) {
    const words = incomingBehind(told.place)
      .slice(-announcedAtMost)
      .map(({ message }) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    setTold({ place: newest, words });
  }
  return { unseen: following ? 0 : incomingBehind(seen).length, announcement: told.words };
}
