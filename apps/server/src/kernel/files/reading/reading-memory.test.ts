import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inThread } from '#kernel/files/reading/in-thread';
import { zipPieces } from '#kernel/files/zip';

/** What a process that reads a file may take beside what it takes without one: the cap of the thread's heap. @unit MB @source security 4.8 */
const mostMb = 512;
const serverFolder = join(import.meta.dirname, '../../../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-memory-'));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * In a process of its own: reads a table, or examines a workbook as its upload does. Says how many rows came, or why it was refused, and the growth of
 * the process's highest memory.
 */
const script = `
import { tablePieces } from '#kernel/files/reading/table-rows';
import { faultOfWorkbook } from '#features/file/workbook';
const [path, kind, step] = process.argv.slice(1);
const before = process.resourceUsage().maxRSS;
let rows = 0;
let fault = '';
try {
  if (step === 'upload') fault = (await faultOfWorkbook(path, 'table')) === null ? '' : 'refused';
  else for await (const piece of tablePieces({ path, kind, encoding: 'utf-8' })) rows += piece.rows.length;
} catch (error) {
  fault = error.message;
}
console.log(JSON.stringify({ rows, fault, megabytes: (process.resourceUsage().maxRSS - before) / 1024 }));
process.exit();
`;

type Kind = 'csv' | 'xlsx';
type Write = (path: string) => Promise<unknown>;

const inOwnProcess = async (kind: Kind, write: Write, step: 'read' | 'upload' = 'read') => {
  const path = join(folder, `table.${kind}`);
  await write(path);
  const options = ['--max-old-space-size=512', '--no-warnings', '--input-type=module', '-e', script, path, kind, step];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: serverFolder });
  const found: { rows: number; fault: string; megabytes: number } = JSON.parse(stdout);
  return found;
};

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;

/** Pieces of a part, written one by one: what comes out of it need not fit into memory. */
type Pieces = Iterable<string>;

interface Parts {
  readonly sheet?: Pieces;
  readonly shared?: Pieces;
  readonly styles?: Pieces;
  /** Others, by their names. */
  readonly more?: Readonly<Record<string, Pieces>>;
}

const between = function* (open: string, pieces: Pieces, close: string): Generator<string> {
  yield open;
  yield* pieces;
  yield close;
};
const bytesOf = function* (pieces: Pieces): Generator<Uint8Array> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
};

/** Writes a workbook of one sheet. */
const workbook =
  ({ sheet = [], shared = [], styles = [], more = {} }: Parts): Write =>
  (path) => {
    const parts: Readonly<Record<string, Pieces>> = {
      '[Content_Types].xml': ['<Types/>'],
      'xl/workbook.xml': ['<workbook xmlns:r="x"><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>'],
      'xl/_rels/workbook.xml.rels': [
        `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
      ],
      'xl/worksheets/sheet1.xml': between('<worksheet><sheetData>', sheet, '</sheetData></worksheet>'),
      'xl/sharedStrings.xml': between('<sst>', shared, '</sst>'),
      'xl/styles.xml': between('<styleSheet>', styles, '</styleSheet>'),
      ...more,
    };
    const entries = Object.entries(parts).map(([name, pieces]) => ({ name, body: bytesOf(pieces) }));
    return pipeline(zipPieces(entries, new Date('2026-11-02T00:00:00Z')), createWriteStream(path));
  };
const text =
  (given: () => string): Write =>
  (path) =>
    writeFile(path, given());

const many = 1_000_000;
const times = function* (make: (at: number) => string, count = many): Generator<string> {
  for (let at = 0; at < count; at += 1) yield make(at);
};
const [kilobyte, megabyte] = ['x'.repeat(1000), 'x'.repeat(1_000_000)];
const cellOf = (pieces: Pieces): Pieces => between('<row><c t="inlineStr"><is><t>', pieces, '</t></is></c></row>');

describe('security 4.8 the memory that a table takes', () => {
  it('security 4.8 R13.1 a million distinct texts that cells share are read within the cap of memory', async () => {
    const shared = times((at) => `<si><t>业务编号 ${at}</t></si>`);
    const sheet = times((at) => `<row><c t="s"><v>${at}</v></c></row>`);
    const read = await inOwnProcess('xlsx', workbook({ sheet, shared }));
    expect(read).toMatchObject({ rows: many, fault: '' });
    expect(read.megabytes).toBeLessThanOrEqual(mostMb);
  });

  it.each<[Kind, string, Write]>([
    ['csv', 'a million columns', text(() => [...times(String)].join(','))],
    ['csv', 'a cell without end', text(() => `"${'x'.repeat(100_000_000)}`)],
    [
      'xlsx',
      'a million columns',
      workbook({
        sheet: between(
          '<row>',
          times((at) => `<c><v>${at}</v></c>`),
          '</row>',
        ),
      }),
    ],
    ['xlsx', 'a column far to the right', workbook({ sheet: ['<row><c r="ZZZZZZ1"><v>1</v></c></row>'] })],
    ['xlsx', 'a cell that unpacks to 100 MB', workbook({ sheet: cellOf(times(() => megabyte, 100)) })],
    ['xlsx', 'a sheet that unpacks to 400 MB of nothing', workbook({ sheet: times(() => ' '.repeat(1_000_000), 400) })],
    [
      'xlsx',
      'elements ten million deep',
      workbook({
        sheet: between(
          '<row><c t="inlineStr"><is>',
          times(() => '<r>', 10 * many),
          '',
        ),
      }),
    ],
    [
      'xlsx',
      'one shared text of 100 MB',
      workbook({
        shared: between(
          '<si><t>',
          times(() => megabyte, 100),
          '</t></si>',
        ),
      }),
    ],
    ['xlsx', 'shared texts of 400 MB', workbook({ shared: times(() => `<si><t>${kilobyte}</t></si>`, 400_000) })],
    [
      'xlsx',
      'a style sheet of 100 MB',
      workbook({ styles: times(() => '<numFmt numFmtId="1" formatCode="y"/>', 2.5 * many) }),
    ],
  ])('security 4.8 of %s, %s is refused within the cap of memory', async (kind, _what, write) => {
    const read = await inOwnProcess(kind, write);
    expect(read.rows).toBe(0);
    // A sentence for people, not whatever was thrown.
    expect(read.fault).toMatch(/^\p{Script=Han}.*。$/u);
    expect(read.megabytes).toBeLessThanOrEqual(mostMb);
  });

  it.each<[string, Write]>([
    [
      'elements a million deep in a cell',
      workbook({
        sheet: between(
          '<row><c t="inlineStr"><is>',
          times(() => '<r>'),
          '</is></c></row>',
        ),
      }),
    ],
    [
      'two million shared texts that no cell names',
      workbook({ shared: times(() => '<si><t/></si>', 2 * many), sheet: ['<row><c><v>1</v></c></row>'] }),
    ],
    [
      'a text of a million pieces',
      workbook({
        shared: between(
          '<si>',
          times(() => '<t/>'),
          '</si>',
        ),
        sheet: ['<row><c t="s"><v>0</v></c></row>'],
      }),
    ],
  ])('security 4.8 %s is read within the cap of memory', async (_what, write) => {
    const read = await inOwnProcess('xlsx', write);
    expect(read).toMatchObject({ rows: 1, fault: '' });
    expect(read.megabytes).toBeLessThanOrEqual(mostMb);
  });

  it.each<[string, Write]>([
    [
      'a bomb: 400 MB in few bytes',
      workbook({
        more: {
          'xl/media/a.xml': between(
            '<a>',
            times(() => ' '.repeat(1_000_000), 400),
            '</a>',
          ),
        },
      }),
    ],
    [
      'a bomb in a thousand parts',
      workbook({
        more: Object.fromEntries(
          [...times(String, 1000)].map((name) => [`xl/media/${name}.xml`, ['<a>', ' '.repeat(1_000_000), '</a>']]),
        ),
      }),
    ],
    [
      'more parts than a workbook has',
      workbook({ more: Object.fromEntries([...times(String, 3000)].map((name) => [`xl/${name}.xml`, ['<a/>']])) }),
    ],
  ])('security 4.8 %s is refused at its upload within the cap of memory', async (_what, write) => {
    const found = await inOwnProcess('xlsx', write, 'upload');
    expect(found.fault).toBe('refused');
    expect(found.megabytes).toBeLessThanOrEqual(mostMb);
  });

  it('security 4.8 a reading thread that needs more than its heap is ended with a sentence, and its process goes on', async () => {
    const endless = 'const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })));';
    const module = new URL(`data:text/javascript,${encodeURIComponent(endless)}`);
    const read = inThread(module, {}, { heapMb: 64, timeoutMs: 60_000 });
    await expect(read.next()).rejects.toThrow('文件展开后过大，请拆分后再上传。');
  });
});
