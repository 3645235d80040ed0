import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNpm, npmEnv } from '../launch/node/npm-program.mjs';
import { root } from '../launch/paths.mjs';
import { readAdvisories } from './advisories.ts';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';

const now = new Date();
const folder = join(root, 'dist/supply');
mkdirSync(folder, { recursive: true });
const day = now.toISOString().slice(0, 10);
const write = (name: string, value: object): string => {
  const file = join(folder, `${name}-${day}.json`);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  return file;
};

// The guard test of the lock file reads the same fields.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
const bill = billOfMaterials(lock, { at: now, serial: randomUUID() });
process.stdout.write(`${write('sbom', bill)}: ${bill.components.length} packages\n`);

const npm = findNpm(process.env, process.execPath);
const { stdout } = spawnSync(process.execPath, [npm, 'audit', '--json', '--package-lock-only'], {
  cwd: root,
  env: npmEnv(process.env),
  encoding: 'utf8',
  timeout: 120_000,
});
const advisories = readAdvisories(stdout, now);
const found = advisories.answered
  ? `${advisories.packages.length} packages with known faults`
  : `not known, the registry did not answer (${advisories.reason ?? ''})`;
process.stdout.write(`${write('advisories', advisories)}: ${found}\n`);
for (const { name, severity, range } of advisories.packages) process.stdout.write(`  ${severity} ${name} ${range}\n`);
process.exitCode = advisories.answered && advisories.packages.length === 0 ? 0 : 1;
