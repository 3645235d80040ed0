import { describe, expect, it } from 'vitest';
import { betweenBars, delimiterOf, formOf, LineEnds } from '#kernel/files/reading/text-form';

const endsOf = (pieces: readonly string[]): string => {
  const ends = new LineEnds();
  return pieces.map((piece) => ends.push(piece)).join('') + ends.end();
};

describe('R13.1 the form of a text', () => {
  it('R13.1 the delimiter is that of most rows, also where amounts have commas', () => {
    expect(delimiterOf('a,b\n1,2\n')).toBe(',');
    expect(delimiterOf('说明,无\na\tb\tc\n"x,y"\t1,234.00\t2\n1\t2\t3\n')).toBe('\t');
    expect(delimiterOf('a;b\n1,5;2,5\n3,5;4,5\n')).toBe(';');
    expect(delimiterOf('one\ntwo\n')).toBe(',');
  });

  it('R13.1 full-width commas separate where they do so in each row and no other sign does', () => {
    expect(delimiterOf('编号，日期，金额\nR-1，2026-10-05，1,000.00\nR-2，2026-10-06，2,000.00\n')).toBe('，');
    expect(delimiterOf('编号,日期,备注\nR-1,2026-10-05,甲，乙，丙\nR-2,2026-10-06,甲，乙，丙\n')).toBe(',');
    expect(delimiterOf('说明，见下\n编号,金额\nR-1,5\n')).toBe(',');
    expect(delimiterOf('一，二，三\n甲，乙\n丙，丁，戊，己\n')).toBe(',');
  });

  it('R13.1 a first line may name the delimiter', () => {
    expect(formOf('sep=;\r\na;b\n1,5;2,5')).toEqual({ delimiter: ';', isNamed: true, hasBars: false });
    expect(formOf('SEP=\t\na\tb\n')).toMatchObject({ delimiter: '\t', isNamed: true });
    expect(formOf('sep=money,b\n1,2')).toMatchObject({ delimiter: ',', isNamed: false });
  });

  it('R13.1 rows may stand between bars', () => {
    expect(formOf('List\n------\n|No.|Amount|\n|1|5.00|\n').hasBars).toBe(true);
    expect(formOf('a|b\n1|2\n|3\n').hasBars).toBe(false);
    expect(betweenBars(['', ' 1 ', '', ''])).toEqual([' 1 ', '']);
    expect(betweenBars(['1', '2', ''])).toEqual(['1', '2', '']);
    expect(betweenBars(['------'])).toEqual(['------']);
  });

  it('R13.1 a carriage return alone ends a line, wherever pieces are cut', () => {
    expect(endsOf(['a,b\r1,2\r', '3,4', '\r'])).toBe('a,b\n1,2\n3,4\n');
    expect(endsOf(['a\r', '\nb\r\n', 'c\rd\n'])).toBe('a\r\nb\r\nc\nd\n');
    expect(endsOf(['', 'a'])).toBe('a');
  });
});
