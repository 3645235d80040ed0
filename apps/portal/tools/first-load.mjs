import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { pagesWithReads } from '../src/page-reads.ts';
import { areaDrawers, areaPages, chunkOf } from './area-modules.mjs';

/**
 * Prints the brotli size of each route's first load, from the build's manifest, and fails when one is over the budget of
 * "stack, first load" (`docs/README.md`): a public page 95 kB of JavaScript, 8 of CSS, with the chunks that it fetches by itself; a merchant
 * page, also with the drawer that its address opens, 160 kB on the wire with headers, in 25 requests. What the server makes is not there
 * when this runs: the document, the calls and the pictures count with what they take at most. `e2e/every-page/first-load.spec.ts` counts all of it
 * in the browser.
 */

const portal = join(dirname(fileURLToPath(import.meta.url)), '..');
const client = join(portal, 'dist', 'client');
const budget = { publicJs: 95_000, publicCss: 8_000, merchant: 160_000, requests: 25 };

/** Over HTTP/1.1. @unit bytes */
const responseHeaders = 300;
/** A merchant page besides its scripts and sheets: the document with its headers, the calls of frame and page, the pictures. */
const besides = { bytes: 10_900 + 12_000, requests: 11 };

/**
 * Addresses that are known to be above the budget, with what they may take: the statement of a bill and the thread of a feedback beside their
 * lists, and the result of a reconciliation. One that is within the budget is taken out of this list.
 */
const known = /** @type {Record<string, { bytes: number, requests: number }>} */ ({
  'bill?open': { bytes: 168_000, requests: 25 },
  'feedback?open': { bytes: 166_000, requests: 27 },
  reconRun: { bytes: 173_500, requests: 27 },
});

/** Public pages above the budget: the chat page is the conversation itself (decision 0137). */
const knownPublic = /** @type {Record<string, { js: number, css: number }>} */ ({ chat: { js: 109_000, css: 11_000 } });

/** @type {Record<string, { file: string, name?: string, css?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/** @param {string} text */
const packedBytes = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
/** The size of the compressed file that the build wrote beside a file. @param {string} path */
const brotliBytes = (path) => statSync(`${path}.br`).size;

/** The style sheets that the server sends as one, with the brand's colours. @type {{ every: string, home: string, area: string }} */
const styles = JSON.parse(readFileSync(join(client, 'styles.json'), 'utf8'));
const everySheet = `${styles.every}\n:root{--brand:#0a1b2c}\n`;
const [everyBytes, homeBytes] = [packedBytes(everySheet), packedBytes(everySheet + styles.home)];

/**
 * Adds a chunk (by its module, or by its own name), what it imports, and their styles to the files of a route.
 *
 * @param {string} name
 * @param {Set<string>} files
 */
const collect = (name, files) => {
  const chunk = chunkOf(manifest, name);
  if (chunk === undefined) throw new Error(`the manifest has no ${name}; build the portal first`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const imported of chunk.imports ?? []) collect(imported, files);
};

/** The routes with the modules that each loads, read from the route table. */
const routes = [
  ...readFileSync(join(portal, 'src', 'routes.ts'), 'utf8').matchAll(/^ {2}(\w+): \{([\s\S]*?)\n? ?\},?$/gm),
]
  .map(([, name = '', body = '']) => {
    const page = areaPages.get(name);
    const own = [...body.matchAll(/import\('\.\/(.+?)'\)/g)].map(([, path]) => `src/${path}`);
    return {
      name,
      isMerchant: page !== undefined,
      modules: page === undefined ? own : ['src/merchant-pages.ts', page],
    };
  })
  .filter(({ modules }) => modules.length > 0);

if (routes.length === 0) throw new Error('no route with a page was found in routes.ts');

/** Parts that a page shows at once although they are separate chunks: a document's text, the charts of those who have bills. */
const shownAtOnce = /** @type {Record<string, string[]>} */ ({
  docs: ['src/features/doc/doc-article.tsx'],
  merchantHome: ['src/features/home/bills/bill-charts.tsx'],
});

/** The routes, and those of the area with the drawer that an address opens. */
const loads = routes.flatMap((route) => {
  const drawer = areaDrawers.get(route.name);
  const withDrawer = { ...route, name: `${route.name}?open`, modules: [...route.modules, drawer ?? ''] };
  return drawer === undefined ? [route] : [route, withDrawer];
});

/** The one sheet of the area contains every sheet that it names. */
const areaSheet = `${everySheet}${styles.area}`;
const areaSheetBytes = packedBytes(areaSheet);
const scriptOfReads = /--first-home:"([^"]+)"/.exec(styles.area)?.[1] ?? '';
/** Whether a route begins with the script of the first reads. @param {string} name */
const hasReads = (name) => pagesWithReads.includes(name === 'merchantHome' ? 'home' : name);

const rows = loads.map(({ name, isMerchant, modules }) => {
  const files = new Set(/** @type {string[]} */ ([]));
  collect('index.html', files);
  for (const module of [...modules, ...(shownAtOnce[name] ?? [])]) collect(module, files);
  if (isMerchant) {
    collect('src/shell/frames/merchant-shell.tsx', files);
    if (hasReads(name)) files.add(`assets/${scriptOfReads}`);
  }
  const sum = (/** @type {string} */ ending) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((bytes, file) => bytes + brotliBytes(join(client, file)), 0);
  const js = sum('.js');
  for (const style of manifest['index.html']?.css ?? []) files.delete(style);
  if (isMerchant)
    for (const file of files) if (file.endsWith('.css') && areaSheet.includes(`${basename(file)} `)) files.delete(file);
  const css = (isMerchant ? areaSheetBytes : everyBytes) + sum('.css');
  const requests = files.size + 1;
  if (!isMerchant) {
    const publicCss = name === 'home' ? homeBytes : css;
    const most = knownPublic[name] ?? { js: budget.publicJs, css: budget.publicCss };
    return { name, js, css: publicCss, requests, isOver: js > most.js || publicCss > most.css };
  }
  const wire = js + css + requests * responseHeaders + besides.bytes;
  const isWithin = (/** @type {{ bytes: number, requests: number }} */ most) =>
    wire <= most.bytes && requests + besides.requests <= most.requests;
  const within = { bytes: budget.merchant, requests: budget.requests };
  const most = known[name];
  // Who is within the budget does not stand among those above it.
  const isOver = most === undefined ? !isWithin(within) : !isWithin(most) || isWithin(within);
  return { name, js, css, requests, wire, isOver };
});

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(7);
process.stdout.write('first load, kB of brotli\nroute                        JS     CSS   files    wire\n');
for (const { name, js, css, requests, wire, isOver } of rows) {
  const sizes = `${kilobytes(js)} ${kilobytes(css)} ${String(requests).padStart(7)}`;
  const onWire = wire === undefined ? '' : ` ${kilobytes(wire)}`;
  process.stdout.write(`${name.padEnd(24)}${sizes}${onWire}${isOver ? '  over budget' : ''}\n`);
}
if (rows.some(({ isOver }) => isOver)) process.exitCode = 1;
