import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { landingLine } from '../src/landing-line.ts';

/**
 * Finishes `dist/client`: names the home page's own styles in the document for the inline line to load, puts the scripts at low priority (the first response is
 * complete without them), writes the hash of the inline line for the policy, and lays a `.br` and a `.gz` beside every text file.
 */

const client = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'client');
const homePage = 'src/features/catalog/home-page.tsx';

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
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(name)) return [];
  seen.add(name);
  return [...(chunk.imports ?? []).flatMap((imported) => stylesOf(imported, seen)), ...(chunk.css ?? [])];
};

const documentPath = join(client, 'index.html');
const html = readFileSync(documentPath, 'utf8');
const named = stylesOf(homePage).filter((file) => !html.includes(file));
const links = [...new Set(named)]
  .map((file) => `<link data-home blocking="render" crossorigin href="/${file}">`)
  .join('');
const plain = links.replaceAll('data-home blocking="render"', 'rel="stylesheet"');
const finished = html
  .replace('<!--document:styles-->', `${links}<script>${landingLine}</script><noscript>${plain}</noscript>`)
  .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
  .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
  .replace(/>\s+</g, '><');
writeFileSync(documentPath, finished);

const hash = createHash('sha256').update(landingLine).digest('base64');
writeFileSync(join(client, 'inline-hashes.json'), `${JSON.stringify({ script: [`sha256-${hash}`] })}\n`);

const texts = new Set(['.js', '.css', '.svg', '.txt', '.json']);
for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !texts.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
