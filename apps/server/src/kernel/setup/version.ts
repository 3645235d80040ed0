import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8'));

/** The version of the product, which the root of the repository and of an archive has. */
export const productVersion = String(Object(manifest).version);

/** The three numbers of a version; what follows them counts for nothing. */
const numbersOf = (version: string): readonly number[] =>
  version.split('.', 3).map((part) => Number.parseInt(part, 10) || 0);

/** Whether a version is another one or a later one. */
export const isAtLeast = (version: string, other: string): boolean => {
  const [own, asked] = [numbersOf(version), numbersOf(other)];
  for (const at of [0, 1, 2]) {
    const difference = (own[at] ?? 0) - (asked[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};
