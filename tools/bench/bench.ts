import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser/find-browser.mjs';
import { bytesPart } from './bytes-part.ts';
import { chatPart } from './chat-part.ts';
import type { Figure, Part } from './figures.ts';
import { lighthousePart } from './lighthouse-part.ts';
import { loginsPart } from './logins-part.ts';
import { describeCommit, describeMachine } from './machine.ts';
import { ordersPart } from './orders-part.ts';
import { readsPart } from './reads-part.ts';
import { startPart } from './start-part.ts';
import { tableOf } from './table.ts';

const parts: readonly Part[] = [readsPart, ordersPart, loginsPart, startPart, bytesPart, lighthousePart, chatPart];

const report = new URL('../../docs/bench.md', import.meta.url);

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const wantedOf = (names: readonly string[]): readonly Part[] => {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
};

const recordOf = (table: string, browser: string | undefined): string => `# Measurements

Written by \`npm run bench\`, all parts in one run. Compare ratios, not absolutes: machines are noisy.
Limits that count by address are lifted for the load, which comes from one; everything else is as it is delivered. Any status that was not
expected ends the run.

${new Date().toISOString().slice(0, 10)} · commit ${describeCommit()} · ${describeMachine(browser)}

${table}`;

const main = async (names: readonly string[]): Promise<void> => {
  const wanted = wantedOf(names);
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-bench-'));
  const figures: Figure[] = [];
  try {
    for (const part of wanted) {
      say(part.name);
      figures.push(...(await part.run({ folder, browser: findBrowser(process.env), say: (text) => say(`  ${text}`) })));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const table = tableOf(figures);
  process.stdout.write(table);
  // A run of some parts is for looking; the record holds whole runs.
  if (wanted.length === parts.length) writeFileSync(report, recordOf(table, findBrowser(process.env)));
  if (figures.some(({ isMet }) => isMet === false)) process.exitCode = 1;
};

await main(process.argv.slice(2));
