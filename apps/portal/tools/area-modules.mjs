import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const list = 'src/merchant-pages.ts';
const text = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', list), 'utf8');

/** The modules that every page of the merchant area needs: its list of pages, its frame, its guards. */
export const areaDoors = [list, 'src/shell/frames/merchant-shell.tsx', 'src/shell/guards/gate.tsx'];

/** The modules of its pages by route name. @type {ReadonlyMap<string, string>} */
export const areaPages = new Map(
  [...text.matchAll(/(\w+): \(\) => import\('\.\/(.+?)'\)/g)].map(([, name = '', path]) => [name, `src/${path}`]),
);

/**
 * @typedef {{ file: string, name?: string, css?: string[], imports?: string[] }} Chunk
 */

/**
 * The chunk of a module. A page of the area shares its chunk with its own parts, and every page shares that of the area: the manifest has
 * them by their names alone.
 *
 * @param {Record<string, Chunk>} manifest
 * @param {string} module
 * @returns {Chunk | undefined}
 */
export const chunkOf = (manifest, module) => {
  const byName = (/** @type {string} */ name) => Object.values(manifest).find((chunk) => chunk.name === name);
  if (manifest[module] !== undefined) return manifest[module];
  return areaDoors.includes(module) ? byName('area') : byName(`area-${basename(module, '.tsx')}`);
};
