import { useState } from 'react';
import type { ChatMessage } from '../headless/message.ts';
import type { Section } from '../headless/sections.ts';
import { speakerOf, summaryOf } from '../headless/texts.ts';
import type { ListSettings } from './list-settings.ts';
import { isShown } from './message/message-item.tsx';

const announcedAtMost = 3;

type Sections = readonly Section[];

/** The keys of the newest rows, enough of them that some are left whatever is taken out. */
const newestKeys = (sections: Sections): ReadonlySet<string> =>
  new Set(sections.slice(-4).flatMap(({ rows }) => rows.map(({ key }) => key)));

const noKeys: ReadonlySet<string> = new Set();
const nothingTold = { sections: [] as Sections, newest: noKeys, seen: noKeys, words: '' };

/** Counts what has come in while the reader was elsewhere in the list, and words it for the announcer. */
export function useUnseen(
  sections: Sections,
  { ownSenders, texts, slots }: ListSettings,
  following: boolean,
): { unseen: number; announcement: string } {
  const [told, setTold] = useState(nothingTold);
  /** What has come in behind the last of some rows, the newest first. */
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
  let { newest, seen, words } = told;
  if (told.sections !== sections) {
    newest = newestKeys(sections);
    // another conversation has been seen and told as it is
    const isSame = told.sections[0]?.list === sections[0]?.list;
    if (!isSame) seen = newest;
    words = incomingBehind(isSame ? told.newest : newest)
      .slice(0, announcedAtMost)
      .toReversed()
      .map((message) => `${speakerOf(message, texts, false)}：${summaryOf(message, texts)}`)
      .join('\n');
    // equal words said again would change nothing on the page
    if (words === told.words) words &&= `${words}\u00a0`;
  }
  if (following) seen = newest;
  if (told.sections !== sections || told.seen !== seen) setTold({ sections, newest, seen, words });
  return { unseen: incomingBehind(seen).length, announcement: words };
}
