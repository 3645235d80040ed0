import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Prints the brotli size and the number of files of each page's first load, from the build's manifest, and fails when one is over the budget:
 * 190 kB and 15 files, which leaves room for the document, the calls and the headers in 200 kB and 25 requests.
 */
const budget = { bytes: 190_000, files: 15 };
const app = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(app, 'dist');

/** @type {Record<string, { file: string, css?: string[], assets?: string[], imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
/** The one sheet of all pages; a page may fetch sheets of its own. */
const sheets = [manifest['style.css']?.file ?? ''];

/**
 * Adds a module's chunk, what it imports, and their styles.
 *
 * @param {string} name
 * @param {Set<string>} files
 */
const collect = (name, files) => {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest has no ${name}; build the console first`);
  if (files.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
};

const pages = [...readFileSync(join(app, 'src', 'routes.ts'), 'utf8').matchAll(/import\('\.\/(.+?)'\)/g)];
if (pages.length === 0) throw new Error('no page was found in routes.ts');
process.stdout.write('console, first load, kB of brotli\n');
for (const [, path = ''] of pages) {
  const files = new Set(sheets);
  collect('index.html', files);
  collect(`src/${path}`, files);
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
  const isOver = bytes > budget.bytes || files.size > budget.files;
  if (isOver) process.exitCode = 1;
  const name = path.split('/').at(-1) ?? path;
  process.stdout.write(
    `${name.padEnd(30)}${(bytes / 1000).toFixed(1).padStart(7)} ${files.size}${isOver ? '  over budget' : ''}\n`,
  );
}
