import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvSplitter } from '#kernel/files/reading/csv-rows';
import { TableFault } from '#kernel/files/reading/table-fault';

const rowsOf = (pieces: readonly string[], delimiter = ','): string[][] => {
  const splitter = new CsvSplitter(delimiter);
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
};

const written = (cell: string, delimiter: string): string =>
  cell.includes('"') || cell.includes(delimiter) || /[\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

describe('R13.1 rows of CSV', () => {
  it('R13.1 what was written comes back, whatever its cells hold and wherever it is cut', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '张', '"', ',', '\t', ';', ' ', '\n', '\r\n', '🙂', '0'),
      maxLength: 8,
    });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', '\t', ';'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(400)),
        (rows, delimiter, end, cuts) => {
          // A carriage return before the end of an unquoted row belongs to the end.
          const text =
            rows.map((cells) => cells.map((each) => written(each, delimiter)).join(delimiter)).join(end) + end;
          const places = [
            0,
            ...cuts.map((cut) => cut % (text.length + 1)).toSorted((one, other) => one - other),
            text.length,
          ];
          const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
          expect(rowsOf(pieces, delimiter)).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('R13.1 the last row needs no line break, and a quote inside a cell is that sign', () => {
    expect(rowsOf(['a,5" nail\r\n"b"x,c'])).toEqual([
      ['a', '5" nail'],
      ['bx', 'c'],
    ]);
  });

  it('R13.5 text without quotes is looked through for them once, not once for each of its rows', () => {
    const rows = 1_000_000;
    // Once for each row it would be some 10¹² characters, which take minutes.
    expect(rowsOf(['1\n'.repeat(rows)])).toHaveLength(rows);
    expect(rowsOf([`${'1\n'.repeat(rows)}"2"\n`]).at(-1)).toEqual(['2']);
  });

  it('security 4.8 a quote without its end, a row without end and very many columns are refused with their row', () => {
    expect(() => rowsOf(['a,b\n"c,d\n'])).toThrow(new TableFault('第 2 行的引号没有成对，请检查。'));
    expect(() => rowsOf(['a\n"', ...Array.from({ length: 12 }, () => 'x'.repeat(100_000))])).toThrow('第 2 行过长');
    expect(() => rowsOf([`a\n${','.repeat(1_000_000)}\n`])).toThrow('第 2 行有 1000001 列，最多 500 列');
  });
});
