import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', '.git', 'test-results']);

/** @typedef {{ withTests?: boolean }} HashOptions `withTests`: tests in folders count too */

/**
 * One hash over the names and contents of files and folders, without build output and, unless they are asked for, without tests.
 *
 * @param {string} base
 * @param {readonly string[]} paths relative to `base`; missing ones are skipped
 * @param {HashOptions} options
 */
export function hashOf(base, paths, { withTests = false } = {}) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort()) addPath(hash, { base, path, withTests });
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {{ base: string, path: string, withTests: boolean }} place
 */
function addPath(hash, { base, path, withTests }) {
  const full = join(base, path);
  const entries = list(full);
  if (entries === undefined) {
    const bytes = read(full);
    if (bytes !== undefined) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    return;
  }
  for (const name of entries.sort()) {
    const isLeftOut = ignored.has(name) || (!withTests && /\.test(-d)?\.tsx?$/.test(name));
    if (!isLeftOut) addPath(hash, { base, path: `${path}/${name}`, withTests });
  }
}

/** @param {string} full */
function list(full) {
  try {
    return readdirSync(full);
  } catch {
    return undefined;
  }
}

/** @param {string} full */
function read(full) {
  try {
    return readFileSync(full);
  } catch {
    return undefined;
  }
}

/**
 * The text that a finished step left, or undefined.
 *
 * @param {string} file
 */
export function readStamp(file) {
  return read(file)?.toString('utf8');
}

/**
 * Marks a step as finished, atomically.
 *
 * @param {string} file
 * @param {string} text
 */
export function writeStamp(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

/**
 * Removes a mark before the step runs again, so that an interrupted step is noticed.
 *
 * @param {string} file
 */
export function removeStamp(file) {
  rmSync(file, { force: true });
}
