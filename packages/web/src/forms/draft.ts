import { useCallback, useState } from 'react';
import { identityStore } from '../session/identity.ts';

let prefix = 'draft:';

/** Sets another prefix for the keys of an application's drafts, where another application shares the browser's storage. */
export const setDraftPrefix = (begin: string): void => {
  prefix = begin;
};

/** The key of a draft of a signed-in user contains the user and the tenant: `draft:@u1 t1 member-invite`. */
const keyOf = (name: string, who: string | undefined) => prefix + (who === undefined ? '' : `@${who} `) + name;

/** Ignores a full or forbidden storage: the form works without a draft. */
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

/** Reads the draft of the present user. A visitor's draft becomes that of the user who logs in; drafts of other users and tenants are removed. */
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
 * The text typed into a form, kept in this tab over an error, a login and a reload. A draft belongs to one user in one tenant, or to the
 * visitor. Fields in `secret` (passwords, codes) are kept in memory only.
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
  // JSON omits undefined values.
  const [hidden] = useState(() => Object.fromEntries(secret.map((key) => [key, undefined])));
  // A user whose session ended finds the draft again; another user starts with their own.
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
    // During a login the draft may be the visitor's or already the user's.
    const forgetAll = (): void => forget((key) => key === keyOf(name, undefined) || key.endsWith(` ${name}`));
    forgetAll();
    // A change just before is stored once React gets to it, and would bring the draft back.
    setFields(() => {
      forgetAll();
      return initial;
    });
  }, [name, initial]);
  return { fields, change, clear };
};

/** Removes every draft of this tab, so that the next person does not see them. @source security 4.1 */
export const clearDrafts = (): void => forget(() => true);
