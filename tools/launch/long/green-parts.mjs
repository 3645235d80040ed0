import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../stamps.mjs';
import { longParts } from './parts.mjs';

/** @import { LongPart } from './parts.mjs' */

/**
 * The digest of what a part protects and of its tests.
 *
 * @param {string} base
 * @param {LongPart} part
 */
export function digestOf(base, { protects, tests }) {
  const hashes = [hashOf(base, protects), hashOf(base, tests, { withTests: true })];
  return createHash('sha256').update(hashes.join(' ')).digest('hex');
}

/** @param {string} base */
const keptFile = (base) => join(base, 'docs/long-parts.json');

/**
 * The digest of each part at its last green run, with its day.
 *
 * @param {string} base
 * @returns {Record<string, { digest: string, on: string }>}
 */
function readGreen(base) {
  try {
    return JSON.parse(readFileSync(keptFile(base), 'utf8'));
  } catch {
    // Nothing is known to be green.
    return {};
  }
}

/**
 * The parts whose last green run was on something else, but for those that run by their names alone.
 *
 * @param {string} base
 * @param {readonly LongPart[]} parts
 */
export function changedParts(base, parts = longParts) {
  const green = readGreen(base);
  return parts.filter((part) => part.onlyByName === undefined && green[part.name]?.digest !== digestOf(base, part));
}

/**
 * Keeps that a part was green on a digest.
 *
 * @param {string} base
 * @param {string} name
 * @param {{ digest: string, on: string }} run
 */
export function keepGreen(base, name, run) {
  const sorted = Object.entries({ ...readGreen(base), [name]: run }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(keptFile(base), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
