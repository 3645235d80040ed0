import { type Fen, fen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { csvTable } from '#kernel/files/table/csv-table';
import type { TableFile } from '#kernel/files/table/table';
import { xlsxTable } from '#kernel/files/table/xlsx-table';
import { readWorkbook } from '#kernel/testing/read-workbook';

interface Row {
  readonly no: string;
  readonly count: number | null;
  readonly amount: Fen | null;
}

const row = (no: string, amount: number | null = 0, count: number | null = 1): Row => ({
  no,
  count,
  amount: amount === null ? null : fen(amount),
});

const pagesOf = async function* (rows: readonly Row[], size = 3): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
};

const tableOf = (rows: readonly Row[], more: Partial<TableFile<Row>> = {}): TableFile<Row> => ({
  name: '订单',
  columns: [
    { kind: 'text', head: '编号', width: 20, value: ({ no }) => no },
    { kind: 'count', head: '数量', width: 8, value: ({ count }) => count },
    { kind: 'money', head: '金额（元）', width: 12, value: ({ amount }) => amount },
  ],
  pages: pagesOf(rows),
  totals: [
    { label: '应付合计', counts: ({ no }) => !no.startsWith('R'), heads: ['金额（元）'] },
    { label: '应收合计', counts: ({ no }) => no.startsWith('R'), heads: ['金额（元）'] },
  ],
  about: ({ rows: count, totals }) => [
    ['行数', String(count)],
    ...totals.map(({ label, sums }): [string, string] => [label, String(sums.get('金额（元）'))]),
  ],
  at: new Date('2026-11-23T03:05:10Z'),
  ...more,
});

const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};
const workbookOf = async (table: TableFile<Row>, rowsPerSheet?: number) =>
  readWorkbook(await bytesOf(xlsxTable(table, rowsPerSheet === undefined ? {} : { rowsPerSheet })));

describe('R10.5 a workbook', () => {
  it('R10.5 has a frozen head, numbers with two decimals, long numbers as texts, totals by direction and a sheet about itself', async () => {
    const [data, about, ...rest] = await workbookOf(
      tableOf([row('202611230000000001', 123_456), row('R0001', -5, null), row('B', null, 12)]),
    );
    expect(rest).toEqual([]);
    expect(data).toMatchObject({ name: '订单', isFrozen: true });
    expect(data?.rows.map((cells) => Object.values(cells).map(({ text }) => text))).toEqual([
      ['编号', '数量', '金额（元）'],
      ['202611230000000001', '1', '1234.56'],
      ['R0001', '-0.05'],
      ['B', '12'],
      ['应付合计', '1234.56'],
      ['应收合计', '-0.05'],
    ]);
    expect(data?.rows[1]?.['A']).toMatchObject({ isText: true, style: 1 });
    expect(data?.rows[1]?.['C']).toMatchObject({ isText: false, style: 2 });
    expect(about?.name).toBe('说明');
    expect(about?.rows.map(({ A, B }) => [A?.text, B?.text])).toEqual([
      ['行数', '3'],
      ['应付合计', '123456'],
      ['应收合计', '-5'],
    ]);
  });

  it('R10.5 days are dates, and the rows can be filtered by their heads without the totals', async () => {
    const days = ['2026-10-15', '1900-03-01', '1899-01-01', '', '2026-13-01'];
    const table = tableOf(days.map((no) => row(no)));
    const [head] = table.columns;
    if (head === undefined) throw new Error('a table with columns');
    const columns = [{ ...head, head: '日期', kind: 'day' as const, value: ({ no }: Row) => no }, ...table.columns];
    const [data, about] = await workbookOf({ ...table, columns });
    expect(data?.rows.slice(1, 6).map(({ A }) => [A?.text, A?.style])).toEqual([
      ['46310', 8],
      ['61', 8],
      ['1899-01-01', 1],
      [undefined, undefined],
      ['2026-13-01', 1],
    ]);
    expect([data?.filtered, about?.filtered]).toEqual(['A1:D6', undefined]);
    const csv = (
      await bytesOf(
        csvTable(
          tableOf(
            days.map((no) => row(no)),
            { columns },
          ),
        ),
      )
    ).toString();
    expect(csv).toContain('\r\n2026-10-15,2026-10-15,1,0.00\r\n');
  });

  it('security 4.8 a text that looks like a formula is a text with an apostrophe, whatever it starts with', async () => {
    const texts = ['=1+1', '+86', '-x', '@cmd', '\tx', '＝1', '＋', '－', '＠', '=HYPERLINK("http://x","y")'];
    const [data] = await workbookOf(tableOf(texts.map((no) => row(no))));
    expect(data?.rows.slice(1, -2).map(({ A }) => A)).toEqual(texts.map((text) => ({ text, isText: true, style: 7 })));
  });

  it('R10.5 every text comes back as it was, but for what XML cannot hold', async () => {
    const texts = [
      '<b>&"\'',
      '张*',
      '𠮷野家',
      '_x0041_',
      ' 前后 ',
      '两\n行',
      '五\r\n行',
      '\u0000\u0007钟\uffff',
      '\ud800半',
    ];
    const [data] = await workbookOf(tableOf(texts.map((no) => row(no))));
    const back = ['<b>&"\'', '张*', '𠮷野家', '_x0041_', ' 前后 ', '两\n行', '五\r\n行', '钟', '半'];
    expect(data?.rows.slice(1, -2).map(({ A }) => A?.text)).toEqual(back);
  });

  it('R10.5 a number of more than fifteen digits is a text, because a program would round it', async () => {
    const [data] = await workbookOf(tableOf([row('a', 999_999_999_999_999), row('b', Number.MAX_SAFE_INTEGER - 1e15)]));
    expect(data?.rows[1]?.['C']).toMatchObject({ text: '9999999999999.99', isText: false });
    expect(data?.rows[2]?.['C']).toMatchObject({ text: '80,071,992,547,409.91', isText: true });
  });

  it.each([
    [0, [1]],
    [4, [5]],
    [6, [7, 1]],
    [7, [7, 2]],
    [13, [7, 7, 2]],
  ])(
    'R10.5 %i rows go on in new sheets of at most six, each with its head; the totals stand on the last',
    async (count, lengths) => {
      const rows = Array.from({ length: count }, (_, at) => row(`N${at}`, 100));
      const sheets = (await workbookOf(tableOf(rows), 6)).slice(0, -1);
      const totals = sheets.map(({ rows: all }) => all.filter(({ A }) => A?.text.endsWith('合计')).length);
      expect(sheets.map(({ rows: all }, at) => all.length - (totals[at] ?? 0))).toEqual(lengths);
      expect(totals).toEqual(lengths.map((_, at) => (at === lengths.length - 1 ? 2 : 0)));
      expect(sheets.map(({ name }) => name)).toEqual(lengths.map((_, at) => (at === 0 ? '订单' : `订单 ${at + 1}`)));
      const numbers = sheets.flatMap(({ rows: all }) =>
        all.slice(1).flatMap(({ A }) => (A?.text.startsWith('N') ? [A.text] : [])),
      );
      expect(numbers).toEqual(rows.map(({ no }) => no));
      expect(sheets.at(-1)?.rows.at(-2)?.['C']?.text).toBe(`${count}.00`);
    },
  );

  it('R10.5 who stops reading ends the source', async () => {
    let isClosed = false;
    const endless = async function* (): AsyncGenerator<readonly Row[]> {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => row(crypto.randomUUID()));
      } finally {
        isClosed = true;
      }
    };
    let pieces = 0;
    for await (const _ of xlsxTable(tableOf([], { pages: endless() }))) {
      pieces += 1;
      if (pieces > 3) break;
    }
    expect(isClosed).toBe(true);
  });

  it('R10.5 an error of the source is the error of the file', async () => {
    const broken = async function* (): AsyncGenerator<readonly Row[]> {
      yield [row('a')];
      throw new Error('the connection is gone');
    };
    await expect(bytesOf(xlsxTable(tableOf([], { pages: broken() })))).rejects.toThrow('the connection is gone');
  });

  it('R3.7 a sum beyond the safe range is exact, in a workbook and in a CSV', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const rows = [row('a', most), row('b', most), row('c', 3)];
    const [, about] = await workbookOf(tableOf(rows));
    expect(JSON.stringify(about?.rows)).toContain('18014398509481985');
    const csv = String(await bytesOf(csvTable(tableOf(rows))));
    expect(csv).toContain('应付合计,,180143985094819.85');
    expect(csv).toContain('18014398509481985');
  });
});

describe('R10.5 a CSV', () => {
  it('R10.5 has a byte order mark, texts without formulas, long numbers as texts, totals by direction and what it is', async () => {
    const rows = [row('=1+1', 123_456), row('202611230000000001', -5), row('R"1,2', 7, null), row('007')];
    expect(String(await bytesOf(csvTable(tableOf(rows))))).toBe(
      [
        '\ufeff编号,数量,金额（元）',
        "'=1+1,1,1234.56",
        '202611230000000001\t,1,-0.05',
        '"R""1,2",,0.07',
        '007\t,1,0.00',
        '应付合计,,1234.51',
        '应收合计,,0.07',
        '',
        '行数,4',
        '应付合计,123451',
        '应收合计,7',
        '',
      ].join('\r\n'),
    );
  });
});
