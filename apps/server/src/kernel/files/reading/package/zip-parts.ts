import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** One file inside a package, with its compressed bytes. */
export interface ZipPart {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly stored: Buffer;
  /** CRC-32 of the decompressed bytes, as the directory says. */
  readonly sum: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
/** Of what comes out of a part at once. */
const pieceBytes = 64 * 1024;
const furthestEnd = endBytes + 0xffff;

/** A malformed package; the message is only for the log. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

const endOf = (bytes: Buffer): number => {
  for (let at = bytes.length - endBytes; at >= Math.max(0, bytes.length - furthestEnd); at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at;
  }
  throw new ZipFault('no directory');
};

/** A relative name without `..`, drive letters or backslashes. */
const isPlainName = (name: string): boolean =>
  name !== '' &&
  !/^\/|[\\:]/.test(name) &&
  !name.includes('\0') &&
  !name.split('/').some((step) => step === '..' || step === '.');

/** An entry of the directory, compared with the local header before its bytes: programs differ in which of the two they read. */
const partAt = (bytes: Buffer, at: number): { readonly part: ZipPart; readonly next: number } => {
  if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new ZipFault('a broken directory');
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const sum = bytes.readUInt32LE(at + 16);
  const storedBytes = bytes.readUInt32LE(at + 20);
  const nameBytes = bytes.readUInt16LE(at + 28);
  const next = at + entryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const local = bytes.readUInt32LE(at + 42);
  const name = bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new ZipFault('encrypted, or packed otherwise');
  if (!isPlainName(name)) throw new ZipFault('a name that leads elsewhere');
  if (local + localBytes > bytes.length || bytes.readUInt32LE(local) !== localMark) throw new ZipFault('a broken head');
  const localName = bytes.readUInt16LE(local + 26);
  const start = local + localBytes + localName + bytes.readUInt16LE(local + 28);
  const saysTheSame = bytes.toString('utf8', local + localBytes, local + localBytes + localName) === name;
  if (!saysTheSame || start + storedBytes > bytes.length) throw new ZipFault('head and directory differ');
  const stored = bytes.subarray(start, start + storedBytes);
  return { part: { name, isDeflated: method === 8, stored, sum }, next };
};

/** The parts of a package by its directory, at most `max`. */
export const readZipParts = (bytes: Buffer, max: number): readonly ZipPart[] => {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const first = bytes.readUInt32LE(end + 16);
  if (count > max || first === 0xffffffff) throw new ZipFault('too many parts');
  const parts: ZipPart[] = [];
  for (let at = first; parts.length < count; ) {
    const { part, next } = partAt(bytes, at);
    parts.push(part);
    at = next;
  }
  return parts;
};

const slicesOf = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
};

/** The decompressed bytes of a part, as a stream; the reader counts them. */
export const inflatePart = ({ isDeflated, stored }: ZipPart): AsyncIterable<Buffer> =>
  isDeflated
    ? Readable.from([stored]).pipe(createInflateRaw({ chunkSize: pieceBytes }))
    : Readable.from(slicesOf(stored));
