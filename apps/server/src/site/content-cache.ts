const keptForMs = 60_000;

/** Dependencies that tell when a cached value is outdated. */
export interface ContentCacheDeps {
  readonly clock: { nowMs(): number };
  /** Changes with every change of content. */
  readonly contentVersion: () => number;
}

interface Kept<T> {
  readonly value: Promise<T>;
  readonly version: number;
  readonly endMs: number;
}

/** Returns the value that is cached under a key, or makes it. */
export type ContentCache<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Caches values made from the content until the content changes, for at most a minute. Concurrent callers share one
 * computation; a failed one is not cached. @source security 4.14
 */
export const createContentCache = <T>({ clock, contentVersion }: ContentCacheDeps): ContentCache<T> => {
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
