const keptForMs = 60_000;

/** What tells that something kept is no longer true. */
export interface KeptDeps {
  readonly clock: { nowMs(): number };
  /** Moves on with every change of content. */
  readonly contentVersion: () => number;
}

interface Kept<T> {
  readonly value: Promise<T>;
  readonly version: number;
  readonly endMs: number;
}

/** Gives what is kept under a key, or makes it. */
export type Keep<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Keeps what is made from the content until the content changes, and a minute at most. It is made once for all who ask meanwhile; what
 * failed is made again for the next one. @source security 4.14
 */
export const createKeep = <T>({ clock, contentVersion }: KeptDeps): Keep<T> => {
  const kept = new Map<string, Kept<T>>();
  return (key, make) => {
    const version = contentVersion();
    const nowMs = clock.nowMs();
    const known = kept.get(key);
    if (known !== undefined && known.version === version && nowMs < known.endMs) return known.value;
    const fresh = { value: make(), version, endMs: nowMs + keptForMs };
    kept.set(key, fresh);
    fresh.value.catch(() => {
      if (kept.get(key) === fresh) kept.delete(key);
    });
    return fresh.value;
  };
};
