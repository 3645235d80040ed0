import { Refusal } from '#kernel/refusal';

/** Places of what takes long by its caller's line, such as an upload: so many at once for each key. */
export interface Places {
  /** Takes a place; throws a 429 when the key has none left. Give it back with the returned function. */
  take(key: string): () => void;
  /** The same for who says it in other words: null when the key has none left. */
  takeFree(key: string): (() => void) | null;
}

/** Makes them. @source security 4.14 */
export const createPlaces = (perKey: number): Places => {
  const taken = new Map<string, number>();
  const takeFree = (key: string): (() => void) | null => {
    const before = taken.get(key) ?? 0;
    if (before >= perKey) return null;
    taken.set(key, before + 1);
    return () => {
      const left = (taken.get(key) ?? 1) - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    };
  };
  return {
    takeFree,
    take(key) {
      const leave = takeFree(key);
      if (leave === null) throw new Refusal('RHSY429', { retryAfter: 1 }, 1);
      return leave;
    },
  };
};
