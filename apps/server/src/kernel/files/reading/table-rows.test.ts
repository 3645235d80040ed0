import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gb18030Of } from '#features/file/gb18030.fixture';
import { tablePieces } from '#kernel/files/reading/table-rows';
import { encodingOf } from '#kernel/files/reading/text-encoding';

const path = join(tmpdir(), `ronghui-table-rows-${process.pid}`);
afterAll(() => rm(path, { force: true }));

/** The encoding of a file and its rows, as both are found at its upload and its reading. */
const readBack = async (bytes: Buffer) => {
  await writeFile(path, bytes);
  const encoding = await encodingOf(path);
  if (encoding === 'noText' || encoding === 'mixed') return { encoding, rows: [] };
  const rows: [number, ...string[]][] = [];
  for await (const piece of tablePieces({ path, kind: 'csv', encoding })) {
    rows.push(...piece.rows.map(({ no, cells }): [number, ...string[]] => [no, ...cells]));
  }
  return { encoding, rows };
};

const text = '业务编号\t金额\r\nR-001\t100.00\r\nR-002\t-20.50\r\n';
const rows = [
  [1, '业务编号', '金额'],
  [2, 'R-001', '100.00'],
  [3, 'R-002', '-20.50'],
];
const inUtf16be = (of: string): Buffer => Buffer.from(of, 'utf16le').swap16();
const ascii = 'No.\tDate\tAmount\r\nR-001\t2026-10-05\t1.00\r\n';

describe('R13.1 rows of texts', () => {
  it.each([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with its mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['GB18030', 'gb18030', gb18030Of(text)],
    ['GB18030 with its mark', 'gb18030', Buffer.concat([Buffer.from([0x84, 0x31, 0x95, 0x33]), gb18030Of(text)])],
    ['GB18030 behind the mark of UTF-8', 'gb18030', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), gb18030Of(text)])],
    ['UTF-16', 'utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, the higher byte first', 'utf-16be', inUtf16be(`\ufeff${text}`)],
  ])('R13.1 a text in %s is read', async (_, encoding, bytes) => {
    expect(await readBack(bytes)).toEqual({ encoding, rows });
  });

  it('R13.1 what programs of DOS write behind the last line is no text, and nothing stands behind it', async () => {
    const end = Buffer.from([0x1a]);
    for (const bytes of [Buffer.from(text), gb18030Of(text)])
      expect((await readBack(Buffer.concat([bytes, end, end]))).rows).toEqual(rows);
    expect((await readBack(Buffer.concat([Buffer.from(text), end, Buffer.from('R-003')]))).encoding).toBe('noText');
  });

  it('R13.1 UTF-16 without a mark is read where it is in it without doubt', async () => {
    expect(await readBack(Buffer.from(ascii, 'utf16le'))).toEqual({
      encoding: 'utf-16le',
      rows: [
        [1, 'No.', 'Date', 'Amount'],
        [2, 'R-001', '2026-10-05', '1.00'],
      ],
    });
  });

  it('security 4.8 NUL, half a sign and a lone surrogate are no text in UTF-16', async () => {
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    const cases = [Buffer.from([0]), Buffer.from([0, 0]), Buffer.from([0x00, 0xd8, 0x0a, 0x00]), Buffer.from([1, 0])];
    for (const end of cases) {
      expect((await readBack(Buffer.concat([marked, end]))).encoding, end.toString('hex')).toBe('noText');
    }
  });

  it('R13.1 a carriage return ends a line, a line that names the delimiter is no row, and rows keep their numbers', async () => {
    expect((await readBack(Buffer.from(text.replaceAll('\r\n', '\r')))).rows).toEqual(rows);
    expect((await readBack(Buffer.from('sep=;\r\na;b\r\n1,5;2\r\n'))).rows).toEqual([
      [2, 'a', 'b'],
      [3, '1,5', '2'],
    ]);
    expect((await readBack(Buffer.from('List\n----\n| No. | Amount|\n|A  |  5.00-|\n'))).rows).toEqual([
      [1, 'List'],
      [2, '----'],
      [3, ' No. ', ' Amount'],
      [4, 'A  ', '  5.00-'],
    ]);
  });

  it('R13.1 a text of many pieces is read as one, whatever its encoding and line ends', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `流水${at}\t${at}.50`);
    for (const end of ['\r', '\r\n', '\n']) {
      const { rows: read } = await readBack(Buffer.from(`\ufeff${many.join(end)}`, 'utf16le'));
      expect(read).toHaveLength(many.length);
      expect(read.at(-1)).toEqual([20_000, '流水19999', '19999.50']);
    }
  });
});
