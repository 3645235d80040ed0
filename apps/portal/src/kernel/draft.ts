import { useCallback, useState } from 'react';

const prefix = 'draft:';
const keyOf = (name: string) => prefix + name;

const kept = <Fields extends object>(name: string): Partial<Fields> => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

const keep = (name: string, fields: object): void => {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(fields));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
};

/**
 * What was typed into a form, kept in this tab over an error, a login and a reload. Fields named in `secret` (passwords, codes)
 * live in memory alone.
 *
 * @source R1.1, ux "Always"
 */
export const useDraft = <Fields extends object>(
  name: string,
  initial: Fields,
  { secret = [] }: { readonly secret?: readonly (keyof Fields)[] } = {},
): { fields: Fields; change: (changes: Partial<Fields>) => void; clear: () => void } => {
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...kept<Fields>(name) }));
  const [secretKeys] = useState(() => new Set<string>(secret.map(String)));
  const change = useCallback(
    (changes: Partial<Fields>) =>
      setFields((before) => {
        const next = { ...before, ...changes };
        const open = Object.entries(next).filter(([key]) => !secretKeys.has(key));
        // Forms that share a draft (a mobile that goes from login to registration) keep each other's fields.
        keep(name, { ...kept(name), ...Object.fromEntries(open) });
        return next;
      }),
    [name, secretKeys],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(keyOf(name));
    setFields(initial);
  }, [name, initial]);
  return { fields, change, clear };
};

/** Forgets every draft of this tab, for whoever comes next. @source security 4.1 */
export const clearDrafts = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // A forbidden storage has no draft.
  }
};
