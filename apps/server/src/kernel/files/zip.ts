import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive; its bytes are made while they are read. */
export interface ZipEntry {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A time whose parts in the machine's zone are those of Shanghai: archives store no zone, and the library writes the machine's. */
const asInShanghai = (at: Date): Date => {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return new Date(year, month, day, local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds());
};

/** Sizes and offsets have four bytes in this form of an archive. */
const maxBytes = 0xffff_ffff;
const nothing = new Uint8Array(0);

/**
 * Files in one archive, written piece by piece: less than 4 GB and 65,536 files. Each entry's bytes are asked for when its turn comes.
 *
 * @source APPNOTE 6.3
 */
export const zipPieces = async function* (entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  let written = 0;
  let failure: Error | null = null;
  const pending: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error === null) pending.push(piece);
    else failure = error;
  });
  const take = function* (): Generator<Uint8Array> {
    if (failure !== null) throw failure;
    for (const piece of pending.splice(0)) {
      written += piece.byteLength;
      if (written > maxBytes) throw new RangeError('an archive of this form holds 4 GB');
      yield piece;
    }
  };
  for (const { name, body } of entries) {
    let size = 0;
    const file = new ZipDeflate(name);
    file.mtime = asInShanghai(at);
    zip.add(file);
    for await (const piece of body) {
      size += piece.byteLength;
      if (size > maxBytes) throw new RangeError('an archive of this form holds 4 GB');
      file.push(piece);
      yield* take();
    }
    file.push(nothing, true);
    yield* take();
  }
  zip.end();
  yield* take();
};
