import { useCallback, useState } from 'react';
import { startUpStore, whoOf } from './start-up.ts';

const prefix = 'draft:';
/** A draft of somebody who is signed in bears their name: `draft:@u1 t1 member-invite`. */
const owned = `${prefix}@`;
type Who = string | undefined;
const prefixOf = (who: Who) => (who === undefined ? prefix : `${owned}${who} `);
const whoNow = (): Who => whoOf(startUpStore.get());

const parsed = (key: string): object => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

const keep = (key: string, fields: object): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
};

const forget = (isOver: (key: string) => boolean): void => {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && isOver(key)) sessionStorage.removeItem(key);
  } catch {
    // A forbidden storage has no draft.
  }
};

/** What is kept for whoever is at the form; what they typed before they logged in becomes theirs. */
const kept = <Fields extends object>(name: string, who: Who): Partial<Fields> => {
  const key = prefixOf(who) + name;
  const own = parsed(key);
  if (who === undefined) return own;
  const before = parsed(prefix + name);
  if (Object.keys(before).length === 0) return own;
  const both = { ...own, ...before };
  keep(key, both);
  forget((each) => each === prefix + name);
  return both;
};

let former = whoNow();
// What was typed for one user or tenant is shown to no other; a session that is over may be the same user's again.
startUpStore.subscribe(() => {
  const now = whoNow();
  if (now === undefined || now === former) return;
  const changed = former !== undefined;
  former = now;
  forget((key) => (key.startsWith(owned) ? !key.startsWith(prefixOf(now)) : changed));
});

/**
 * What was typed into a form, kept in this tab over an error, a login and a reload: a user's own, in one tenant, or a visitor's. Fields named
 * in `secret` (passwords, codes) live in memory alone.
 *
 * @source R1.1, ux "Always"
 */
export const useDraft = <Fields extends object>(
  name: string,
  initial: Fields,
  { secret = [] }: { readonly secret?: readonly (keyof Fields)[] } = {},
): { fields: Fields; change: (changes: Partial<Fields>) => void; clear: () => void } => {
  const who = whoOf(startUpStore.use());
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...kept<Fields>(name, who) }));
  const [secretKeys] = useState(() => new Set<string>(secret.map(String)));
  const [reader, setReader] = useState(who);
  if (who !== reader && who !== undefined) {
    setReader(who);
    const typed = reader === undefined ? Object.entries(fields).filter(([key]) => secretKeys.has(key)) : [];
    // Entries of `fields`.
    setFields({ ...initial, ...(Object.fromEntries(typed) as Partial<Fields>), ...kept<Fields>(name, who) });
  }
  const change = useCallback(
    (changes: Partial<Fields>) =>
      setFields((before) => {
        const next = { ...before, ...changes };
        const open = Object.entries(next).filter(([key]) => !secretKeys.has(key));
        const key = prefixOf(who ?? reader) + name;
        // Forms that share a draft (a mobile that goes from login to registration) keep each other's fields.
        keep(key, { ...parsed(key), ...Object.fromEntries(open) });
        return next;
      }),
    [name, secretKeys, who, reader],
  );
  const clear = useCallback(() => {
    forget((key) => key === prefix + name || key === prefixOf(whoNow()) + name);
    setFields(initial);
  }, [name, initial]);
  return { fields, change, clear };
};

/** Forgets every draft of this tab, for whoever comes next. @source security 4.1 */
export const clearDrafts = (): void => forget(() => true);
