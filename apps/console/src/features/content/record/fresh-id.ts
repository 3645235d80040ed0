/** An id for a new entry, which its siblings do not have. Random: orders and products may still name one that was removed a moment ago. */
export const freshId = (word: string, taken: readonly string[]): string => {
  for (;;) {
    const id = `${word}-${crypto.randomUUID().slice(0, 8)}`;
    if (!taken.includes(id)) return id;
  }
};
