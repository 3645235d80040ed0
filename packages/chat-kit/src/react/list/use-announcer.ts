import { useEffect, useState } from 'react';
import { type Announced, createAnnouncer } from '../../headless/announcer.ts';
import type { Section } from '../../headless/sections.ts';
import { speakerOf, summaryOf } from '../../headless/texts.ts';
import type { ListSettings } from '../list-settings.ts';
import { incomingBehind, newestKeys } from './incoming-rows.ts';

/** Announced lines that stay in the document, so that a screen reader can finish them. */
const keptLines = 20;

/** A line of the announcer; the number makes a repeated text a new line. */
export interface AnnouncedLine {
  at: number;
  text: string;
}

interface Hearing {
  update: (sections: readonly Section[], settings: ListSettings) => void;
  stop: () => void;
}

/** Follows a list's messages; those of a list that is new are known. */
function createHearing(show: (lines: readonly AnnouncedLine[]) => void): Hearing {
  let list: number | undefined;
  let known: ReadonlySet<string> | undefined;
  let lines: readonly AnnouncedLine[] = [];
  const announced = new Set<string>();
  const say = (messages: readonly Announced[]): void => {
    for (const { key } of messages) announced.add(key);
    const from = (lines.at(-1)?.at ?? 0) + 1;
    lines = [...lines, ...messages.map(({ text }, at) => ({ at: from + at, text }))].slice(-keptLines);
    show(lines);
  };
  const announcer = createAnnouncer({ say });
  return {
    update(sections, settings) {
      const now = sections[0]?.list;
      if (known === undefined || list !== now) {
        list = now;
        known = newestKeys(sections);
        announced.clear();
        announcer.forget();
        if (lines.length > 0) show((lines = []));
        return;
      }
      const { texts } = settings;
      const unsaid = incomingBehind(sections, known, settings).filter(({ key }) => !announced.has(key));
      announcer.hear(
        unsaid.map(({ key, message }) => ({
          key,
          text: texts.says(speakerOf(message, texts, false), summaryOf(message, texts)),
        })),
      );
      if (unsaid.length > 0) return;
      known = newestKeys(sections);
      announced.clear();
    },
    stop: () => announcer.forget(),
  };
}

/** The lines that a screen reader says: each incoming message once it is whole. */
export function useAnnouncer(sections: readonly Section[], settings: ListSettings): readonly AnnouncedLine[] {
  const [lines, setLines] = useState<readonly AnnouncedLine[]>([]);
  const [hearing] = useState(() => createHearing(setLines));
  useEffect(() => hearing.update(sections, settings), [hearing, sections, settings]);
  useEffect(() => hearing.stop, [hearing]);
  return lines;
}
