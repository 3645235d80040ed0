import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify as terser } from 'terser';
import { build, minify } from 'vite';
import { floorLine } from '../../../tools/build/browser-floor.ts';
import { compressFiles } from '../../../tools/build/compress.mjs';
import { hashedName } from '../../../tools/build/names.mjs';
import { patterns } from '../src/kernel/paths.ts';
import { landingLine } from '../src/landing-line.ts';
import { pagesWithReads } from '../src/page-reads.ts';
import { areaDoors, areaDrawers, areaForms, areaPages, chunkOf } from './area-modules.mjs';

/**
 * Finishes `dist/client`: takes the script and the styles out of the document, for the inline line to load (the first response is complete
 * without the script; the server sends the styles as one), writes which styles belong together and the hash of the inline line for the
 * policy, shortens the names that Vite writes into scripts after the minifier, and writes a `.br` and a `.gz` beside every text file.
 */

const client = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'client');
const homePage = 'src/features/catalog/home/home-page.tsx';

/** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/**
 * The styles of a chunk and of what it imports.
 *
 * @param {string} name
 * @param {Set<string>} seen
 * @returns {string[]}
 */
const stylesOf = (name, seen = new Set()) => {
  const chunk = chunkOf(manifest, name);
  if (chunk === undefined || seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((imported) => stylesOf(imported, seen)), ...(chunk.css ?? [])];
};

const documentPath = join(client, 'index.html');
const html = readFileSync(documentPath, 'utf8');
const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html);
if (script === null || script[1] === undefined) throw new Error('the document names no script');
const every = stylesOf('index.html');
const home = [...new Set(stylesOf(homePage))].filter((file) => !every.includes(file));
/** The pages that the area's menu leads to; those below one of them bring their styles themselves. */
const firstPages = [...areaPages].filter(
  ([route]) => patterns[/** @type {keyof typeof patterns} */ (route)].split('/').length === 4,
);
const areaModules = [
  ...areaDoors,
  ...firstPages.map(([, module]) => module),
  ...areaForms.keys(),
  ...areaDrawers.values(),
];
const area = [...new Set(areaModules.flatMap((name) => stylesOf(name)))].filter((file) => !every.includes(file));

/** The name of a file in the folder of the assets. @param {string} file */
const pieceOf = (file) => file.replace(/^assets\//, '');

/** A custom property for the inline line: names, each with a space after it. @param {string} name @param {Iterable<string>} pieces */
const listOf = (name, pieces) => `--${name}:"${[...pieces].map((piece) => `${piece} `).join('')}"`;

/** What a sheet says of the sheets that it contains. @param {readonly string[]} files */
const containsOf = (files) => listOf('css', files.map(pieceOf));

/**
 * The scripts of modules and of what they import, without those in `known`.
 *
 * @param {readonly string[]} names
 * @param {ReadonlySet<string>} known
 */
const piecesOf = (names, known = new Set()) => {
  const pieces = new Set(/** @type {string[]} */ ([]));
  const add = (/** @type {string} */ name) => {
    const chunk = chunkOf(manifest, name);
    if (chunk === undefined || pieces.has(pieceOf(chunk.file))) return;
    pieces.add(pieceOf(chunk.file));
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return [...pieces].filter((piece) => !known.has(piece));
};

/**
 * What a page of the merchant area begins with: the scripts of all its pages, those of each and of its drawer, the sheets that its one
 * sheet contains, drawers included, and the icon, which would be a request more.
 * It stands in that sheet, so that the document of public pages is no larger, and is there before the first paint.
 */
const areaPieces = new Set(piecesOf(['index.html', ...areaDoors]));
/** @param {string} route */
const segmentOf = (route) => patterns[/** @type {keyof typeof patterns} */ (route)].split('/')[3] ?? '';
const pagePieces = firstPages.map(([route, module]) =>
  listOf(`js-${segmentOf(route)}`, piecesOf([module], areaPieces)),
);
const drawerPieces = [...areaDrawers].map(([route, module]) => {
  const known = new Set([...areaPieces, ...piecesOf([areaPages.get(route) ?? ''])]);
  return listOf(`open-${segmentOf(route)}`, piecesOf([module], known));
});

/** Bundles the script that sends a page's first reads, alone: it shares nothing with the others, so that it waits for none of them. */
const firstReads = async () => {
  const built = await build({
    configFile: false,
    root: join(client, '../..'),
    logLevel: 'error',
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(client, '../../src/first-reads.ts'),
        output: { entryFileNames: hashedName('.js') },
      },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  if (output.length !== 1) throw new Error('the first reads are one script');
  return pagesWithReads.map((name) => `--first-${name}:"${pieceOf(output[0].fileName)}"`);
};

const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(client, 'favicon.svg'), 'utf8').trim())}`;
const areaList = [
  containsOf([...every, ...area]),
  ...(await firstReads()),
  listOf('js', areaPieces),
  ...pagePieces,
  ...drawerPieces,
  `--icon:"${icon}"`,
].join(';');
const lines = [floorLine('portal'), landingLine];
const finished = html
  .replace(/<link rel="stylesheet" crossorigin href="[^"]+">/g, '')
  .replace(script[0], '')
  .replace('<div id="ice-container">', `<div id="ice-container" data-main="${script[1]}">`)
  .replace('<!--document:styles-->', () => lines.map((line) => `<script>${line}</script>`).join(''))
  .replace(/>\s+</g, '><');
if (finished.includes('<link rel="modulepreload"'))
  throw new Error('the document fetches scripts before the first paint');
writeFileSync(documentPath, finished);

/** @param {readonly string[]} files @param {string} list */
const textOf = (files, list) =>
  [...files.map((file) => readFileSync(join(client, file), 'utf8').trim()), `:root{${list}}`].join('\n');
const styles = {
  every: textOf(every, containsOf(every)),
  home: textOf(home, containsOf([...every, ...home])),
  area: textOf(area, areaList),
};
writeFileSync(join(client, 'styles.json'), `${JSON.stringify(styles)}\n`);

const hashes = lines.map((line) => `sha256-${createHash('sha256').update(line).digest('base64')}`);
writeFileSync(join(client, 'inline-hashes.json'), `${JSON.stringify({ script: hashes })}\n`);

/**
 * The scripts and sheets that are there when a chunk runs: its own, and those of what it imports.
 *
 * @param {string} name
 * @param {Set<string>} files
 */
const comesWith = (name, files = new Set()) => {
  const chunk = manifest[name];
  if (chunk === undefined || files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) comesWith(imported, files);
  return files;
};

/**
 * Takes out of the names that Vite writes beside dynamic imports those that are there already: half of them, in every page that opens something.
 *
 * @param {string} code
 * @param {ReadonlySet<string>} there
 */
const withoutKnown = (code, there) => {
  const list = /\(m\.f=(\[[^\]]*\])\)/.exec(code);
  if (list?.[1] === undefined) throw new Error('Vite writes the names of what is fetched in another form');
  const calls = /__vite__mapDeps\(\[([\d,]+)\]\)/g;
  if (code.match(calls)?.length !== code.split('__vite__mapDeps(').length - 1)
    throw new Error('Vite names what is fetched in another form');
  const names = /** @type {string[]} */ (JSON.parse(list[1]));
  const kept = names.filter((name) => !there.has(name));
  const placeOf = (/** @type {string} */ place) => kept.indexOf(names[Number(place)] ?? '');
  return code
    .replace(list[0], () => `(m.f=${JSON.stringify(kept)})`)
    .replace(calls, (_, places) => {
      const left = places.split(',').map(placeOf);
      return `__vite__mapDeps([${left.filter((/** @type {number} */ place) => place >= 0)}])`;
    });
};

/**
 * What every page of the area begins with, and what its fullest addresses fetch besides: a drawer with its list, the result of a
 * reconciliation.
 */
const minifiedTwice = new Set([...areaPieces, ...piecesOf([...areaDrawers.values(), areaPages.get('reconRun') ?? ''])]);

/**
 * What the fullest pages fetch is made shorter once more (decision 0091), by 1.6 % of what Vite's own minifier leaves; of the other scripts
 * it would take longer than it saves.
 *
 * @param {string} file
 * @param {string} code
 * @returns {Promise<string>}
 */
const shortened = async (file, code) => {
  if (minifiedTwice.has(pieceOf(file))) {
    const { code: short } = await terser(code, { module: true, ecma: 2020, compress: { passes: 3 } });
    if (short === undefined) throw new Error(`${file}: the minifier gave nothing`);
    return short;
  }
  const { code: short, errors } = await minify(file, code, { compress: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return short;
};

for (const [name, { file }] of Object.entries(manifest)) {
  if (!file.endsWith('.js')) continue;
  const path = join(client, file);
  const code = readFileSync(path, 'utf8');
  const hasNames = code.includes('__vite__mapDeps');
  if (!hasNames && !minifiedTwice.has(pieceOf(file))) continue;
  writeFileSync(path, await shortened(file, hasNames ? withoutKnown(code, comesWith(name)) : code));
}

compressFiles(client);
