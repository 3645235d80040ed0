import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from '../../../tools/build/compress.mjs';

// Writes the hash of the document's inline line for the policy, and compresses the files.
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const lines = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, line = '']) => line);
if (lines.length !== 1) throw new Error('the document has one inline script');
const script = lines.map((line) => `sha256-${createHash('sha256').update(line).digest('base64')}`);
writeFileSync(join(dist, 'inline-hashes.json'), `${JSON.stringify({ script })}\n`);
compressFiles(dist);
