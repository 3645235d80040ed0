import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Of brotli's modes: which of them makes a script smaller is seen by trying, and one or the other spares 0.1 %. */
const modes = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT];

/** @param {Buffer} bytes @param {number} mode */
const packedIn = (bytes, mode) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: mode } });

/** @param {Buffer} bytes */
const packed = (bytes) => modes.map((mode) => packedIn(bytes, mode)).reduce((a, b) => (b.length < a.length ? b : a));

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
