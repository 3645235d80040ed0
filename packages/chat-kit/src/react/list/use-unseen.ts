import { useState } from 'react';
import type { Section } from '../../headless/sections.ts';
import type { ListSettings } from '../list-settings.ts';
import { incomingBehind, newestKeys } from './incoming-rows.ts';

const noKeys: ReadonlySet<string> = /* @__PURE__ */ new Set();
const nothingSeen: { sections: readonly Section[]; newest: ReadonlySet<string>; seen: ReadonlySet<string> } = {
  sections: [],
  newest: noKeys,
  seen: noKeys,
};

/** Counts messages that arrived while the reader was elsewhere in the list. */
export function useUnseen(sections: readonly Section[], settings: ListSettings, following: boolean): number {
  const [known, setKnown] = useState(nothingSeen);
  let { newest, seen } = known;
  if (known.sections !== sections) {
    newest = newestKeys(sections);
    // another conversation counts as seen
    if (known.sections[0]?.list !== sections[0]?.list) seen = newest;
  }
  if (following) seen = newest;
  if (known.sections !== sections || known.seen !== seen) setKnown({ sections, newest, seen });
  return incomingBehind(sections, seen, settings).length;
}
