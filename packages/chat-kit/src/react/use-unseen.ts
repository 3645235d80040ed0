import { useState } from 'react';
import type { ChatMessage } from '../headless/message.ts';
import { isReplaced, type RowModel, type Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';
import { isShown, type MessageSlots } from './message-item.tsx';

const announcedAtMost = 3;

type Sections = readonly Section[];

/** The rows from the end up. */
function* fromEnd(sections: Sections): Generator<RowModel> {
  for (const { rows } of sections.toReversed()) yield* rows.toReversed();
}

const endOf = (sections: Sections): string => sections.at(-1)?.rows.at(-1)?.key ?? '';

/** The key of a row, or where that has been taken out, of the last one before it that is left. */
function lastLeft(before: Sections, now: Sections, wanted: string): string {
  let isReached = false;
  for (const { key } of fromEnd(before)) {
    isReached ||= key === wanted;
    // the rows of other sections are not asked for, since they may not have been read
    const home = isReached && now.find(({ id }) => key.startsWith(`${id}/`));
    if (home && home.rows.some((row) => row.key === key)) return key;
  }
  return '';
}

/** Counts what has come in while the reader was elsewhere in the list, and words it for the announcer. */
export function useUnseen(
  sections: Sections,
  { ownSenders, texts }: ListSettings,
  slots: MessageSlots<unknown>,
  following: boolean,
): { unseen: number; announcement: string } {
  const [told, setTold] = useState({ sections, seen: endOf(sections), words: '' });
  /** What has come in behind a row, the newest first. */
  const incomingBehind = (wanted: string): ChatMessage[] => {
    const messages: ChatMessage[] = [];
    for (const row of fromEnd(sections)) {
      if (row.key === wanted) break;
      const { messageSender } = row.message;
      if (!ownSenders.has(messageSender) && messageSender !== 'history' && isShown(row, slots)) {
        messages.push(row.message);
      }
    }
    return messages;
  };
  let { seen, words } = told;
  if (told.sections !== sections) {
    const isNew = isReplaced(told.sections, sections);
    const toldTo = isNew ? endOf(sections) : lastLeft(told.sections, sections, endOf(told.sections));
    seen = isNew ? toldTo : lastLeft(told.sections, sections, seen);
    words = incomingBehind(toldTo)
      .slice(0, announcedAtMost)
      .toReversed()
      .map((message) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    // equal words said again would change nothing on the page
    if (words === told.words) words &&= `${words}\u00a0`;
  }
  if (following) seen = endOf(sections);
  if (told.sections !== sections || told.seen !== seen) setTold({ sections, seen, words });
  return { unseen: following ? 0 : incomingBehind(seen).length, announcement: words };
}
