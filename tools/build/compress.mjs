import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const { BROTLI_PARAM_MODE: mode, BROTLI_PARAM_NPOSTFIX: postfix, BROTLI_PARAM_NDIRECT: direct } = constants;

/** Of brotli's settings: which of them makes a script smaller is seen by trying, and the best one spares 0.1 %. */
const settings = [{}, { [mode]: constants.BROTLI_MODE_FONT }];
/** The same for large files, where 0.1 % is a hundred bytes of every page: how distances are coded. */
const settingsOfLarge = [
  ...settings,
  ...[
    [0, 2],
    [0, 4],
    [2, 15],
    [3, 6],
  ].map(([bits = 0, codes = 0]) => ({ [postfix]: bits, [direct]: codes << bits })),
];
/** @unit bytes */
const large = 200_000;

/** @param {Buffer} bytes @param {Record<number, number>} params */
const packedWith = (bytes, params) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...params } });

/** @param {Buffer} bytes */
const packed = (bytes) =>
  (bytes.length < large ? settings : settingsOfLarge)
    .map((params) => packedWith(bytes, params))
    .reduce((a, b) => (b.length < a.length ? b : a));

const texts = new Set(['.js', '.css', '.svg', '.txt', '.json']);

/**
 * Writes a `.br` and a `.gz` beside every text file of a build.
 *
 * @param {string} folder
 */
export const compressFiles = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !texts.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, packed(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
};
