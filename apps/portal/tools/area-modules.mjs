import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const list = 'src/merchant-pages.ts';
const portal = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The path of a file of the portal on this machine. @param {string} path */
export const portalFile = (path) => join(portal, path);

/** @param {string} path */
const textOf = (path) => readFileSync(portalFile(path), 'utf8');

/** The modules that every page of the merchant area needs: its list of pages, its frame, its guards. */
export const areaDoors = [list, 'src/shell/frames/merchant-shell.tsx', 'src/shell/guards/gate.tsx'];

/** The modules of its pages by route name. @type {ReadonlyMap<string, string>} */
export const areaPages = new Map(
  [...textOf(list).matchAll(/(\w+): \(\) => import\('\.\/(.+?)'\)/g)].map(([, name = '', path]) => [
    name,
    `src/${path}`,
  ]),
);

/** Long forms that a page begins with for some, with their pages: the certification of who is not certified. */
export const areaForms = new Map([
  ['src/features/certification/wizard.tsx', 'src/features/certification/certification-page.tsx'],
]);

/** @param {string} page */
const drawerOf = (page) => {
  const noun = basename(page).replace(/(?:-list)?-page\.tsx$/, '');
  const found = new RegExp(`import\\('\\./((?:[\\w-]+/)?${noun}-drawer\\.tsx)'\\)`).exec(textOf(page));
  return found?.[1] === undefined ? undefined : `${dirname(page)}/${found[1]}`;
};

/** The drawer that `?open=` shows beside a list, by the route name of the list. @type {ReadonlyMap<string, string>} */
export const areaDrawers = new Map(
  [...areaPages].flatMap(([route, page]) => {
    const drawer = drawerOf(page);
    return drawer === undefined ? [] : [[route, drawer]];
  }),
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
