import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { areaPages, chunkOf } from './area-modules.mjs';

/**
 * Prints the brotli size of each route's first load, from the build's manifest, and fails when one is over the budget of
 * "stack, first load" (`docs/README.md`): a public page 95 kB of JavaScript, the recorder of visits included, 8 of CSS; a merchant page 160 kB of both, in few scripts, because its 25 requests hold the
 * calls and pictures too (`e2e/journeys/first-load.spec.ts` counts them on the wire).
 */

const portal = join(dirname(fileURLToPath(import.meta.url)), '..');
const client = join(portal, 'dist', 'client');
const budget = { publicJs: 95_000, publicCss: 8_000, merchant: 160_000, merchantScripts: 13 };

/** @type {Record<string, { file: string, name?: string, css?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/** @param {string} text */
const packedBytes = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
/** The size of the compressed file that the build wrote beside a file. @param {string} path */
const brotliBytes = (path) => statSync(`${path}.br`).size;

/** The style sheets that the server sends as one, with the brand's colours. @type {{ every: string, home: string }} */
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
  .map(([, name, body = '']) => ({
    name: name ?? '',
    isMerchant: body.includes('...merchant'),
    modules: [
      ...[...body.matchAll(/import\('\.\/(.+?)'\)/g)].map(([, path]) => `src/${path}`),
      ...[...body.matchAll(/area\('(\w+)'\)/g)].flatMap(([, page]) => [
        'src/merchant-pages.ts',
        areaPages.get(page) ?? page,
      ]),
    ],
  }))
  .filter(({ modules }) => modules.length > 0);

if (routes.length === 0) throw new Error('no route with a page was found in routes.ts');

/** Parts that a page shows at once although they are separate chunks: a document's text. */
const shownAtOnce = /** @type {Record<string, string[]>} */ ({ docs: ['src/features/doc/doc-article.tsx'] });

const rows = routes.map(({ name, isMerchant, modules }) => {
  const files = new Set(/** @type {string[]} */ ([]));
  collect('index.html', files);
  for (const module of [...modules, ...(shownAtOnce[name] ?? [])]) collect(module, files);
  if (isMerchant) collect('src/shell/frames/merchant-shell.tsx', files);
  const sum = (/** @type {string} */ ending) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((bytes, file) => bytes + brotliBytes(join(client, file)), 0);
  const js = sum('.js');
  for (const style of manifest['index.html']?.css ?? []) files.delete(style);
  const css = name === 'home' ? homeBytes : everyBytes + sum('.css');
  const scripts = [...files].filter((file) => file.endsWith('.js')).length;
  const isOver = isMerchant
    ? js + css > budget.merchant || scripts > budget.merchantScripts
    : js > budget.publicJs || css > budget.publicCss;
  return { name, js, css, scripts, isOver };
});

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1).padStart(7);
process.stdout.write('first load, kB of brotli\nroute                  JS     CSS scripts\n');
for (const { name, js, css, scripts, isOver } of rows) {
  process.stdout.write(
    `${name.padEnd(18)}${kilobytes(js)} ${kilobytes(css)} ${String(scripts).padStart(7)}${isOver ? '  over budget' : ''}\n`,
  );
}
if (rows.some(({ isOver }) => isOver)) process.exitCode = 1;
