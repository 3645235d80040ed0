import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { floorLine } from '../../../tools/build/browser-floor.ts';
import { compressFiles } from '../../../tools/build/compress.mjs';

// Puts the check of the browser first, writes the hashes of the document's inline lines for the policy, and compresses the files.
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
compressFiles(dist);
