import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its bytes are made while they are read. */
export interface ZipEntry {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const localMark = 0x04034b50;
const sumsMark = 0x08074b50;
const centralMark = 0x02014b50;
const endMark = 0x06054b50;
/** Deflate needs 2.0; names are UTF-8 (bit 11), sizes stand behind the bytes (bit 3). */
const version = 20;
const flags = (1 << 11) | (1 << 3);
const deflate = 8;
const mostBytes = 0xffff_ffff;

/** A time as archives have it, to two seconds, in Shanghai. */
const dosTime = (at: Date): { readonly time: number; readonly date: number } => {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  return {
    time: (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
    date: ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
  };
};

/** What is known of an entry's bytes once they are written. */
interface Sums {
  crc: number;
  packed: number;
  size: number;
}

/** The part that a file's own head and its entry in the directory share. */
const headOf = (nameBytes: number, { crc, packed, size }: Sums, at: Date): Buffer => {
  const head = Buffer.alloc(26);
  const { time, date } = dosTime(at);
  for (const [place, value] of [version, flags, deflate, time, date].entries()) head.writeUInt16LE(value, place * 2);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(packed, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(nameBytes, 22);
  return head;
};

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
};

const counted = async function* (body: ZipEntry['body'], sums: Sums): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    sums.crc = crc32(piece, sums.crc);
    sums.size += piece.byteLength;
    yield piece;
  }
};

const packed = async function* (body: ZipEntry['body'], sums: Sums): AsyncGenerator<Uint8Array> {
  // A fault of the source ends the reading below with it.
  const out = pipeline(Readable.from(counted(body, sums)), createDeflateRaw(), () => undefined);
  for await (const piece of out as AsyncIterable<Buffer>) {
    sums.packed += piece.byteLength;
    yield piece;
  }
};

/**
 * Files in one archive, written piece by piece: less than 4 GB and 65,536 files. Each entry's bytes are asked for when its turn comes.
 *
 * @source APPNOTE 6.3
 */
export const zipPieces = async function* (entries: Iterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const sums: Sums = { crc: 0, packed: 0, size: 0 };
    const head = Buffer.concat([words(localMark), headOf(name.length, sums, at), name]);
    yield head;
    yield* packed(entry.body, sums);
    const tail = words(sumsMark, sums.crc, sums.packed, sums.size);
    yield tail;
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([words(centralMark), Buffer.from([version, 0]), headOf(name.length, sums, at), rest, name]),
    );
    offset += head.length + sums.packed + tail.length;
    if (sums.size > mostBytes || offset > mostBytes) throw new RangeError('an archive of this form holds 4 GB');
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([list, words(endMark), end]);
};
