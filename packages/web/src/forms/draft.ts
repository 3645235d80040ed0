import { useCallback, useState } from 'react';
import { identityStore } from '../session/identity.ts';

let prefix = 'draft:';

/** Names what begins an application's drafts in the browser's storage, which it may share with another application. */
export const keepDraftsUnder = (begin: string): void => {
  prefix = begin;
};

/** A draft of somebody who is signed in bears their name: `draft:@u1 t1 member-invite`. */
const keyOf = (name: string, who: string | undefined) => prefix + (who === undefined ? '' : `@${who} `) + name;

/** A full or forbidden storage costs the draft, not the form. */
const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const parsed = (key: string): object => Object(attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '')));

const keep = (key: string, fields: object): void => {
  attempt(() => sessionStorage.setItem(key, JSON.stringify(fields)));
};

const forget = (isOver: (key: string) => boolean): void => {
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && isOver(key)) sessionStorage.removeItem(key);
  });
};

/** What is kept for whoever is at the form. What was typed before a login becomes the user's, and other users' and tenants' drafts go. */
const kept = <Fields extends object>(name: string, who: string | undefined): Partial<Fields> => {
  const [key, before] = [keyOf(name, who), keyOf(name, undefined)];
  const both = { ...parsed(key), ...parsed(before) };
  if (who !== undefined) {
    forget((each) => each === before || (each.startsWith(`${prefix}@`) && !each.startsWith(keyOf('', who))));
    if (Object.keys(both).length > 0) keep(key, both);
  }
  return both;
};

/**
 * What was typed into a form, kept in this tab over an error, a login and a reload: a user's own, in one tenant, or a visitor's. Fields named
 * in `secret` (passwords, codes) live in memory alone.
 *
 * @source R1.1, R6.3, ux "Always"
 */
export const useDraft = <Fields extends object>(
  name: string,
  initial: Fields,
  { secret = [] }: { readonly secret?: readonly (keyof Fields)[] } = {},
): { fields: Fields; change: (changes: Partial<Fields>) => void; clear: () => void } => {
  const now = identityStore.use();
  const [who, setWho] = useState(now);
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...kept<Fields>(name, who) }));
  // JSON leaves out what is undefined.
  const [hidden] = useState(() => Object.fromEntries(secret.map((key) => [key, undefined])));
  // Whose session ended may come back to what they typed; anybody else begins with what is theirs.
  if (now !== undefined && now !== who) {
    setWho(now);
    setFields({ ...(who === undefined ? fields : initial), ...kept<Fields>(name, now) });
  }
  const change = useCallback(
    (changes: Partial<Fields>) =>
      setFields((before) => {
        const next = { ...before, ...changes };
        const key = keyOf(name, who);
        // Forms that share a draft (a mobile that goes from login to registration) keep each other's fields.
        keep(key, { ...parsed(key), ...next, ...hidden });
        return next;
      }),
    [name, hidden, who],
  );
  const clear = useCallback(() => {
    // In the moment of a login the draft may still be the visitor's, and in the next one the user's.
    forget((key) => key === keyOf(name, undefined) || key.endsWith(` ${name}`));
    setFields(initial);
  }, [name, initial]);
  return { fields, change, clear };
};

/** Forgets every draft of this tab, for whoever comes next. @source security 4.1 */
export const clearDrafts = (): void => forget(() => true);
