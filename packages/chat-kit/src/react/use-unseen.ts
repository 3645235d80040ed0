import { useState } from 'react';
import type { RowModel, Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';

const announcedAtMost = 3;

/** The rows behind one, or none when that one is gone. */
function rowsBehind(sections: readonly Section[], key: string | undefined): RowModel[] {
  const rows = sections.flatMap((section) => section.rows);
  const at = rows.findLastIndex((row) => row.key === key);
  return at < 0 ? [] : rows.slice(at + 1);
}

/** Counts what has come in while the reader was elsewhere in the list, and words it for the announcer. */
export function useUnseen(
  sections: readonly Section[],
  { ownSenders, texts }: ListSettings,
  following: boolean,
): { unseen: number; announcement: string } {
  const newest = sections.at(-1)?.rows.at(-1)?.key;
  const [seen, setSeen] = useState(newest);
  const [told, setTold] = useState({ key: newest, words: '' });
  const incomingBehind = (key: string | undefined): RowModel[] =>
    rowsBehind(sections, key).filter(
      ({ message }) => !ownSenders.has(message.messageSender) && message.messageSender !== 'history',
    );
  if ((following || seen === undefined) && seen !== newest) setSeen(newest);
  if (told.key !== newest) {
    const words = incomingBehind(told.key)
      .slice(-announcedAtMost)
      .map(({ message }) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    setTold({ key: newest, words });
  }
  return { unseen: following ? 0 : incomingBehind(seen).length, announcement: told.words };
}
