import { useState } from 'react';
import type { ChatMessage } from '../headless/message.ts';
import type { Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';
import { isShown } from './message/message-item.tsx';

const announcedAtMost = 3;

type Sections = readonly Section[];

/** The keys of the newest rows, enough that some are left after removals. */
const newestKeys = (sections: Sections): ReadonlySet<string> =>
  new Set(sections.slice(-4).flatMap(({ rows }) => rows.map(({ key }) => key)));

const noKeys: ReadonlySet<string> = new Set();
const nothingAnnounced = { sections: [] as Sections, newest: noKeys, seen: noKeys, words: '' };

/** Counts messages that arrived while the reader was elsewhere in the list, and composes the announcement. */
export function useUnseen(
  sections: Sections,
  { ownSenders, texts, slots }: ListSettings,
  following: boolean,
): { unseen: number; announcement: string } {
  const [announced, setAnnounced] = useState(nothingAnnounced);
  /** The rows that arrived after the known newest rows, newest first. */
  const incomingBehind = (keys: ReadonlySet<string>): ChatMessage[] => {
    const messages: ChatMessage[] = [];
    for (const { rows } of sections.toReversed()) {
      for (const row of rows.toReversed()) {
        if (keys.has(row.key)) return messages;
        const { message } = row;
        const { messageSender } = message;
        if (!ownSenders.has(messageSender) && messageSender !== 'history' && isShown(row, slots))
          messages.push(message);
      }
    }
    return messages;
  };
  let { newest, seen, words } = announced;
  if (announced.sections !== sections) {
    newest = newestKeys(sections);
    // another conversation counts as seen and announced
    const isSame = announced.sections[0]?.list === sections[0]?.list;
    if (!isSame) seen = newest;
    words = incomingBehind(isSame ? announced.newest : newest)
      .slice(0, announcedAtMost)
      .toReversed()
      .map((message) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    // a repeated equal text would not be announced, so it gets a trailing space
    if (words === announced.words) words &&= `${words}\u00a0`;
  }
  if (following) seen = newest;
  if (announced.sections !== sections || announced.seen !== seen) setAnnounced({ sections, newest, seen, words });
  return { unseen: incomingBehind(seen).length, announcement: words };
}
