import { expect, it } from 'vitest';
import { csvLine, shanghaiTime } from './csv.ts';

it.each([
  [['=1+1'], "'=1+1\r\n"],
  [['+86', '-1', '@x', '＝A1', '＋', '－', '＠'], "'+86,'-1,'@x,'＝A1,'＋,'－,'＠\r\n"],
  [['\tx'], "'\tx\r\n"],
  [['a,b', '说"好"', '两\n行'], '"a,b","说""好""","两\n行"\r\n'],
  [['=HYPERLINK("x","y")'], '"\'=HYPERLINK(""x"",""y"")"\r\n'],
  [['', '平常 文字'], ',平常 文字\r\n'],
])('security 4.8 %j is written %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

it('R3.7 a time is that of Shanghai', () => {
  expect(shanghaiTime(new Date('2026-11-20T16:05:09Z'))).toBe('2026-11-21 00:05:09');
});
