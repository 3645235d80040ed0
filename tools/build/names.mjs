import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** @param {string} from */
const sheetsUnder = (from) =>
  globSync(['packages/*/src/**/*.module.css', 'apps/*/src/**/*.module.css'], { cwd: from }).toSorted();

/** The place of a sheet among all, as two letters. @param {number} place */
const lettersOf = (place) => String.fromCharCode(97 + Math.floor(place / 26), 97 + (place % 26));

/** The names of the classes in a sheet, in their order. @param {string} css */
const classesIn = (css) => [...new Set([...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name))];

/**
 * Names classes by the place of their sheet and their place in it: `title` becomes `bq3`. Documents, scripts and sheets contain
 * these names hundreds of times, and names that are counted compress better than hashes. The same sources give the same names.
 * What is no class (a keyframe), and a sheet that was added since the start, keep their words with a hash.
 *
 * @param {string} [from] the repository
 * @returns {(name: string, file: string, css?: string) => string}
 */
export const scopedNames = (from = repository) => {
  const places = new Map(sheetsUnder(from).map((path, place) => [path, place]));
  if (places.size > 26 * 26) throw new Error('two letters name 676 sheets');
  return (name, file, css) => {
    const path = relative(from, file.split('?')[0] ?? file);
    const place = places.get(path);
    const at = classesIn(css ?? readFileSync(resolve(from, path), 'utf8')).indexOf(name);
    if (place === undefined || at < 0) return `${name}-${createHash('sha256').update(path).digest('hex').slice(0, 3)}`;
    return `${lettersOf(place)}${at.toString(36)}`;
  };
};

/**
 * Scripts contain the names of chunks and sheets, so short names make every page smaller. The manifest maps them to files.
 *
 * @param {string} ending
 */
export const hashedName = (ending) => `assets/[hash:7]${ending}`;
