import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', '.git', 'test-results']);

/**
 * One hash over the names and contents of files and folders; tests do not count, nor what a build makes.
 *
 * @param {string} base
 * @param {readonly string[]} paths relative to `base`; what does not exist is left out
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
 * The text that a finished step left, or nothing.
 *
 * @param {string} file
 */
export function readStamp(file) {
  return read(file)?.toString('utf8');
}

/**
 * Marks a step as finished, in one move.
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
 * Takes a mark away before the step runs again, so that an interrupted step is seen.
 *
 * @param {string} file
 */
export function removeStamp(file) {
  rmSync(file, { force: true });
}
