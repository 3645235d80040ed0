import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { floorLine } from '../../../tools/build/browser-floor.ts';
import { compressFiles } from '../../../tools/build/compress.mjs';

// Puts the check of the browser first, minifies what every page begins with and what pages share once more (0091), writes the hashes of the document's inline lines for the policy, and compresses the files.
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const documentPath = join(dist, 'index.html');
const html = readFileSync(documentPath, 'utf8').replace(
  '<script>',
  () => `<script>${floorLine('console')}</script><script>`,
);
writeFileSync(documentPath, html);
const lines = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, line = '']) => line);
if (lines.length !== 2) throw new Error('the document has the check of the browser and the theme');
const script = lines.map((line) => `sha256-${createHash('sha256').update(line).digest('base64')}`);
writeFileSync(join(dist, 'inline-hashes.json'), `${JSON.stringify({ script })}\n`);

/** @type {Record<string, { file: string }>} */
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
if (manifest['index.html'] === undefined) throw new Error('the build has no entry');
for (const [name, { file }] of Object.entries(manifest)) {
  // What several pages share is a chunk of no module of ours.
  const isShared = name === 'index.html' || name.startsWith('_');
  if (!isShared || !file.endsWith('.js')) continue;
  const path = join(dist, file);
  const { code } = await minify(readFileSync(path, 'utf8'), { module: true, ecma: 2020, compress: { passes: 3 } });
  if (code === undefined) throw new Error(`${file}: the minifier gave nothing`);
  writeFileSync(path, code);
}
compressFiles(dist);
