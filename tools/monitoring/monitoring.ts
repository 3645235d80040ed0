import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/paths.mjs';
import { madeFiles } from './files.ts';

// Writes the rules, the dashboard and the two tables of the documents: `node tools/monitoring/monitoring.ts`.
for (const [path, text] of Object.entries(madeFiles((name) => readFileSync(join(root, name), 'utf8')))) {
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path}\n`);
}
