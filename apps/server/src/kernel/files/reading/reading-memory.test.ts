import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** What a process that reads a file may take beside what it takes without one: the cap of the thread's heap. @unit MB @source security 4.8 */
const mostMb = 512;
const serverFolder = join(import.meta.dirname, '../../../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-memory-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a file in a process of its own; says how many rows came, or why none, and the growth of its highest memory. */
const script = `
import { tablePieces } from '#kernel/files/reading/table-rows';
const [path, kind] = process.argv.slice(1);
const before = process.resourceUsage().maxRSS;
let rows = 0;
let fault = '';
try {
  for await (const piece of tablePieces({ path, kind, encoding: 'utf-8' })) rows += piece.rows.length;
} catch (error) {
  fault = error.message;
}
console.log(JSON.stringify({ rows, fault, megabytes: (process.resourceUsage().maxRSS - before) / 1024 }));
`;

const readAlone = async (kind: 'csv' | 'xlsx', bytes: Uint8Array) => {
  const path = join(folder, `table.${kind}`);
  await writeFile(path, bytes);
  const options = ['--max-old-space-size=512', '--no-warnings', '--input-type=module', '-e', script, path, kind];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: serverFolder });
  const read: { rows: number; fault: string; megabytes: number } = JSON.parse(stdout);
  return read;
};

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;

/** A workbook of one sheet; parts are joined and packed. */
const workbook = (sheet: readonly string[], shared: readonly string[] = []): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
        'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
      }).map(([name, text]) => [name, Buffer.from(text)]),
    ),
    { level: 1 },
  );

const many = 1_000_000;
const times = (make: (at: number) => string, count = many): string[] =>
  Array.from({ length: count }, (_, at) => make(at));

it('security 4.8 R13.1 a million distinct texts that cells share are read within the cap of memory', async () => {
  const shared = times((at) => `<si><t>业务编号 ${at}</t></si>`);
  const sheet = times((at) => `<row><c t="s"><v>${at}</v></c></row>`);
  const read = await readAlone('xlsx', workbook(sheet, shared));
  expect(read).toMatchObject({ rows: many, fault: '' });
  expect(read.megabytes).toBeLessThanOrEqual(mostMb);
});

it.each<['csv' | 'xlsx', string, () => Uint8Array]>([
  ['xlsx', 'a million columns', () => workbook([`<row>${times((at) => `<c><v>${at}</v></c>`).join('')}</row>`])],
  ['csv', 'a million columns', () => Buffer.from(times(String).join(','))],
  ['csv', 'a cell without end', () => Buffer.from(`"${'x'.repeat(100_000_000)}`)],
  [
    'xlsx',
    'a cell that unpacks to 100 MB',
    () => workbook([`<row><c t="inlineStr"><is><t>${'x'.repeat(100_000_000)}</t></is></c></row>`]),
  ],
])('security 4.8 of %s, %s is refused within the cap of memory', async (kind, _what, make) => {
  const read = await readAlone(kind, make());
  expect(read.rows).toBe(0);
  expect(read.fault).not.toBe('');
  expect(read.megabytes).toBeLessThanOrEqual(mostMb);
});
