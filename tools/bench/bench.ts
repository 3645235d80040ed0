import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser/find-browser.mjs';
import { writeSection } from './bench-page.ts';
import type { Figure, Part } from './figures.ts';
import { behaviorPart } from './parts/behavior-part.ts';
import { billsPart } from './parts/bills-part.ts';
import { bytesPart } from './parts/bytes-part.ts';
import { chatPart } from './parts/chat-part.ts';
import { consolePart } from './parts/console-part.ts';
import { importPart } from './parts/import-part.ts';
import { intakesPart } from './parts/intakes-part.ts';
import { lighthousePart } from './parts/lighthouse-part.ts';
import { loginsPart } from './parts/logins-part.ts';
import { merchantPart } from './parts/merchant-part.ts';
import { ordersPart } from './parts/orders-part.ts';
import { readersPart } from './parts/readers-part.ts';
import { readsPart } from './parts/reads-part.ts';
import { reconPart } from './parts/recon-part.ts';
import { robotPart } from './parts/robot-part.ts';
import { sharesPart } from './parts/shares-part.ts';
import { startPart } from './parts/start-part.ts';
import { plotOf } from './recon/plot.ts';
import { sumOf, tableOf } from './table.ts';

// `npm run bench` measures all parts and writes docs/bench.md; `npm run bench -- reads logins` prints those parts alone. `npm run bench -- bills`
// takes an hour and 20 GB of disk: it is no part of the whole run, and writes a section of its own.

const parts: readonly Part[] = [
  readsPart,
  ordersPart,
  loginsPart,
  startPart,
  bytesPart,
  lighthousePart,
  merchantPart,
  consolePart,
  chatPart,
];
/** Not in the whole run, each with its own section of docs/bench.md. */
const longParts: readonly Part[] = [
  billsPart,
  importPart,
  behaviorPart,
  reconPart,
  sharesPart,
  readersPart,
  intakesPart,
  robotPart,
];

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const wantedOf = (names: readonly string[]): readonly Part[] => {
  const all = [...parts, ...longParts];
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names.length === 0 ? parts : all.filter(({ name }) => names.includes(name));
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
  const figures = await measure(wanted, browser);
  process.stdout.write(tableOf(figures));
  const body = `${sumOf(figures)}\n\n${tableOf(figures)}`;
  if (names.length === 0) writeSection('figures', body, browser);
  // A smaller trial is no figure.
  if (names.join() === billsPart.name && process.env['BILLS_MILLIONS'] === undefined) writeSection('bills', body);
  if (names.join() === importPart.name && process.env['IMPORT_LINES'] === undefined) writeSection('import', body);
  if (names.join() === behaviorPart.name && process.env['BEHAVIOR_RECORDS'] === undefined)
    writeSection('behavior', body);
  if (names.join() === sharesPart.name && process.env['SHARES_LINES'] === undefined) writeSection('shares', body);
  // Only beside another tree there is a ratio.
  if (names.join() === readersPart.name && process.env['READERS_ROWS'] === undefined && process.env['READERS_BASE'])
    writeSection('readers', body);
  if (names.join() === intakesPart.name && process.env['INTAKES_ROWS'] === undefined && process.env['INTAKES_BASE'])
    writeSection('intakes', body);
  if (names.join() === reconPart.name && process.env['RECON_ROWS'] === undefined)
    writeSection('recon', `${body}\n${plotOf(figures)}`);
  if (names.join() === robotPart.name) writeSection('robot', body);
  say(sumOf(figures));
};

await main(process.argv.slice(2));
