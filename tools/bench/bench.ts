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
import { readsPart } from './reads-part.ts';
import { startPart } from './start-part.ts';
import { pageOf, tableOf } from './table.ts';

// `npm run bench` measures all parts and writes docs/bench.md; `npm run bench -- reads logins` prints those parts alone.

const parts: readonly Part[] = [readsPart, loginsPart, startPart, bytesPart, lighthousePart, chatPart];
const page = join(import.meta.dirname, '../../docs/bench.md');

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const wantedOf = (names: readonly string[]): readonly Part[] => {
  const known = parts.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
};

const measure = async (wanted: readonly Part[], browser: string | undefined): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-bench-'));
  const figures: Figure[] = [];
  try {
    for (const part of wanted) {
      say(part.name);
      figures.push(...(await part.run({ folder, browser, say: (text) => say(`  ${text}`) })));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
};

const main = async (names: readonly string[]): Promise<void> => {
  const wanted = wantedOf(names);
  const browser = findBrowser(process.env);
  const [commit, machine] = [describeCommit(), describeMachine(browser)];
  const figures = await measure(wanted, browser);
  process.stdout.write(tableOf(figures));
  if (names.length === 0) writeFileSync(page, pageOf(figures, { commit, machine }));
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  say(missed === 0 ? 'every goal is met' : `${missed} goals are missed`);
};

await main(process.argv.slice(2));
