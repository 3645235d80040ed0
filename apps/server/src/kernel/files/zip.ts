import { zipSync } from 'fflate';

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A time whose parts, read in the machine's zone, are those of Shanghai: archives have no zone, and are written in the machine's. */
const asInShanghai = (at: Date): Date => {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return new Date(year, month, day, local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds());
};

/** Small files in one archive, made in memory. Names are in UTF-8. @source APPNOTE 6.3 */
export const zipOf = (entries: readonly ZipEntry[], at: Date): Buffer => {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  const { buffer, byteOffset, byteLength } = zipSync(files, { mtime: asInShanghai(at) });
  return Buffer.from(buffer, byteOffset, byteLength);
};
