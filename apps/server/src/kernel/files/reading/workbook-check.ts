import { crc32 } from 'node:zlib';
import { inflatePart, readZipParts, ZipFault, type ZipPart } from './zip-parts.ts';

/** Limits of a workbook. */
export interface WorkbookBounds {
  /** How many times its size may come out of it. */
  readonly ratio: number;
  readonly inflatedBytes: number;
}

const megabyte = 1024 * 1024;
/** The most parts of a workbook. @source security 4.8 */
const mostParts = 2000;

/** Of a file that is attached, and of a table that is read: a ledger, or lines to import. @source security 4.8 */
export const workbookBounds = {
  attached: { inflatedBytes: 100 * megabyte, ratio: 100 },
  table: { inflatedBytes: 1536 * megabyte, ratio: 200 },
} as const satisfies Record<string, WorkbookBounds>;

/** Parts that only a workbook with macros or embedded objects has. */
const foreign = /vbaProject|macrosheets|activeX|externalLinks|(?:^|\/)embeddings\//i;
const isXml = (name: string): boolean => /\.(?:xml|rels|vml)$/i.test(name);
/** Names of parts are case-insensitive (ECMA-376, part 2). */
const isTypes = (name: string): boolean => name.toLowerCase() === '[content_types].xml';
const isRelations = (name: string): boolean => name.toLowerCase().endsWith('.rels');
/** The most bytes of a part with types or relationships, which is read completely. @unit bytes */
const longestList = 2 * 1024 * 1024;
const overlap = 16;

/** A relationship that leads out of the workbook: what is fetched when it is opened, and links that wait for a click. */
const outsideTarget = /TargetMode\s*=\s*["'](?!Internal["'])/i;

/** Examines one part while it is decompressed. Returns its length. @unit bytes */
const lookAt = async (part: ZipPart, budget: number): Promise<number> => {
  const isList = isTypes(part.name) || isRelations(part.name);
  let size = 0;
  let seen = '';
  let sum = 0;
  for await (const piece of inflatePart(part)) {
    size += piece.length;
    sum = crc32(piece, sum);
    if (size > budget || (isList && size > longestList)) throw new ZipFault('too much comes out of it');
    if (!isXml(part.name)) continue;
    const text = piece.toString('latin1');
    // Another encoding would hide the forbidden patterns.
    if (size === piece.length && !/^(?:\xef\xbb\xbf)?\s*</.test(text))
      throw new ZipFault('a part that is no plain XML');
    seen = isList ? seen + text : seen.slice(-overlap) + text;
    if (/<!DOCTYPE|<!ENTITY/i.test(seen)) throw new ZipFault('a DTD');
  }
  if (sum !== part.sum) throw new ZipFault('a wrong check sum');
  if (isTypes(part.name) && /macroEnabled|vbaProject/i.test(seen)) throw new ZipFault('macros');
  if (isRelations(part.name) && outsideTarget.test(seen)) throw new ZipFault('it points outside');
  return size;
};

/**
 * Examines a workbook before anything else reads it: a limited number of parts, bytes counted while they are decompressed, each with its check sum, no macros,
 * nothing that leads elsewhere, no DTD. Throws ZipFault.
 *
 * @source R5.7, security 4.8
 */
export const checkWorkbook = async (
  bytes: Buffer,
  { inflatedBytes, ratio }: WorkbookBounds = workbookBounds.attached,
): Promise<void> => {
  const parts = readZipParts(bytes, mostParts);
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  if (names.size !== parts.length) throw new ZipFault('a name twice');
  if (!names.has('[content_types].xml') || !names.has('xl/workbook.xml')) throw new ZipFault('no workbook');
  if (parts.some(({ name }) => foreign.test(name))) throw new ZipFault('programs or foreign contents');
  const budget = Math.min(inflatedBytes, ratio * bytes.length);
  let total = 0;
  for (const part of parts) total += await lookAt(part, budget - total);
};
