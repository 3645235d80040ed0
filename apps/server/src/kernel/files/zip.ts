import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const localMark = 0x04034b50;
const centralMark = 0x02014b50;
const endMark = 0x06054b50;
/** Deflate needs version 2.0; names are UTF-8 (bit 11). */
const version = 20;
const flags = 1 << 11;
const deflate = 8;

/** A time in the archive's format, two-second resolution, in Shanghai. */
const dosTime = (at: Date): { readonly time: number; readonly date: number } => {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  return {
    time: (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
    date: ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
  };
};

/** The fields that a file's local header and its directory entry share. */
const headOf = ({ name, bytes }: ZipEntry, packed: Uint8Array, at: Date): Buffer => {
  const head = Buffer.alloc(26);
  const { time, date } = dosTime(at);
  for (const [place, value] of [version, flags, deflate, time, date].entries()) head.writeUInt16LE(value, place * 2);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
};

const markOf = (mark: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(mark);
  return bytes;
};

/** Builds an archive of small files in memory: less than 4 GB and 65,536 files. @source APPNOTE 6.3 */
export const zipOf = (entries: readonly ZipEntry[], at: Date): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = deflateRawSync(entry.bytes);
    const head = headOf(entry, packed, at);
    const file = Buffer.concat([markOf(localMark), head, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([markOf(centralMark), Buffer.from([version, 0]), head, rest, name]));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, markOf(endMark), end]);
};
