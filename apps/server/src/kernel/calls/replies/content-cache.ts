import type { KeepContent } from '#kernel/ports';

const keptForMs = 60_000;

/** Dependencies that tell when a cached value is outdated. */
export interface ContentCacheDeps {
  readonly clock: { nowMs(): number };
  /** Changes with every change of content. */
  readonly contentVersion: () => number;
}

interface Kept {
  readonly value: Promise<unknown>;
  readonly version: number;
  readonly endMs: number;
}

/**
 * Caches values made from the content until the content changes, for at most a minute. Concurrent callers share one
 * computation; a failed one is not cached. @source security 4.14
 */
export const createContentCache = ({ clock, contentVersion }: ContentCacheDeps): KeepContent => {
  const kept = new Map<string, Kept>();
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const version = contentVersion();
    const nowMs = clock.nowMs();
    const known = kept.get(key);
    if (known !== undefined && known.version === version && nowMs < known.endMs) {
      // A key belongs to one maker, so the value has its type.
      return known.value as Promise<T>;
    }
    const value = make();
    const fresh = { value, version, endMs: nowMs + keptForMs };
    kept.set(key, fresh);
    value.catch(() => {
      if (kept.get(key) === fresh) kept.delete(key);
    });
    return value;
  };
};
