import { useState } from 'react';
import { isReplaced, type RowModel, type Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';
import { isShown, type MessageSlots } from './message-item.tsx';

const announcedAtMost = 3;

type Sections = readonly Section[];

/** Where a row stands, in words that stay its own. */
const placeOf = ({ id }: Section, { key }: RowModel): string => `${id}/${key}`;

function endOf(sections: Sections): string | undefined {
  const section = sections.at(-1);
  const row = section?.rows.at(-1);
  return section && row && placeOf(section, row);
}

/** The rows behind a place. */
function rowsBehind(sections: Sections, place: string | undefined): RowModel[] {
  const rows: RowModel[] = [];
  for (const section of sections.toReversed()) {
    for (const row of section.rows.toReversed()) {
      if (placeOf(section, row) === place) return rows.toReversed();
      rows.push(row);
    }
  }
  return rows.toReversed();
}

/** A place, or where its row has been taken out, the last one before it that is left. */
function placeLeft(before: Sections, now: Sections, place: string | undefined): string | undefined {
  let isReached = false;
  for (const section of before.toReversed()) {
    const left = now.find(({ id }) => id === section.id);
    const keys = new Set(left?.rows.map((row) => row.key));
    for (const row of section.rows.toReversed()) {
      isReached ||= placeOf(section, row) === place;
      if (isReached && keys.has(row.key)) return placeOf(section, row);
    }
  }
  return undefined;
}

/** Counts what has come in while the reader was elsewhere in the list, and words it for the announcer. */
export function useUnseen(
  sections: Sections,
  { ownSenders, texts }: ListSettings,
  slots: MessageSlots<unknown>,
  following: boolean,
): { unseen: number; announcement: { count: number; words: string } } {
  const [told, setTold] = useState({ sections, seen: endOf(sections), words: '', count: 0 });
  const incomingBehind = (place: string | undefined): RowModel[] =>
    rowsBehind(sections, place).filter(
      (row) =>
        !ownSenders.has(row.message.messageSender) && row.message.messageSender !== 'history' && isShown(row, slots),
    );
  let { seen, words, count } = told;
  if (told.sections !== sections) {
    const isNew = isReplaced(told.sections, sections);
    const toldTo = isNew ? endOf(sections) : placeLeft(told.sections, sections, endOf(told.sections));
    seen = isNew ? toldTo : placeLeft(told.sections, sections, seen);
    words = incomingBehind(toldTo)
      .slice(-announcedAtMost)
      .map(({ message }) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    count += 1;
  }
  if (following) seen = endOf(sections);
  if (told.sections !== sections || told.seen !== seen) setTold({ sections, seen, words, count });
  return { unseen: following ? 0 : incomingBehind(seen).length, announcement: { count, words } };
}
