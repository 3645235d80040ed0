/** An entry of a list as it was and as it is; one of them is missing where it came or went. */
export interface AlignedEntry<Entry> {
  readonly was: Entry | undefined;
  readonly is: Entry | undefined;
  /** Its place in the later list, or in the former where it is gone. */
  readonly at: number;
}

/** The lengths of the longest common parts of all ends of two lists. */
export const commonLengths = (before: readonly string[], after: readonly string[]): number[][] => {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const skipped = Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0);
      const row = lengths[i];
      if (row !== undefined) row[j] = before[i] === after[j] ? (lengths[i + 1]?.[j + 1] ?? 0) + 1 : skipped;
    }
  }
  return lengths;
};

/** The entries that differ between two lists: those between two that are the same are compared in their order. */
export const alignEntries = <Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
): readonly AlignedEntry<Entry>[] => {
  const [former, latter] = [before, after].map((entries) => entries.map((entry) => JSON.stringify(entry)));
  if (former === undefined || latter === undefined) return [];
  const lengths = commonLengths(former, latter);
  const aligned: AlignedEntry<Entry>[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [gone, fresh]: [number[], number[]] = [[], []];
    while (
      (i < before.length || j < after.length) &&
      (i >= before.length || j >= after.length || former[i] !== latter[j])
    ) {
      const isGone =
        j >= after.length || (i < before.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0));
      if (isGone) gone.push(i++);
      else fresh.push(j++);
    }
    for (let at = 0; at < Math.max(gone.length, fresh.length); at += 1) {
      const [from, to] = [gone[at], fresh[at]];
      aligned.push({
        was: from === undefined ? undefined : before[from],
        is: to === undefined ? undefined : after[to],
        at: to ?? from ?? 0,
      });
    }
    i += 1;
    j += 1;
  }
  return aligned;
};
