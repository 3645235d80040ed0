import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', '.git', 'test-results']);

/**
 * One hash over the names and contents of files and folders, without tests and build output.
 *
 * @param {string} base
 * @param {readonly string[]} paths relative to `base`; missing ones are skipped
 */
export function hashOf(base, paths) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort()) addPath(hash, base, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} base
 * @param {string} path
 */
function addPath(hash, base, path) {
  const full = join(base, path);
  const entries = list(full);
  if (entries === undefined) {
    const bytes = read(full);
    if (bytes !== undefined) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    return;
  }
  for (const name of entries.sort()) {
    if (!ignored.has(name) && !/\.test(-d)?\.tsx?$/.test(name)) addPath(hash, base, `${path}/${name}`);
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
