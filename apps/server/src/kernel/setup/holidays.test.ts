import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addWorkingDays, isWorkingDay, yearsWithoutData } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCalendar } from './holidays.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holidays-'));
});
afterAll(() => rm(folder, { recursive: true }));

const next = {
  year: 2027,
  source: '国务院办公厅关于2027年部分节假日安排的通知',
  url: 'https://www.gov.cn/zhengce/content/example.htm',
  publishedOn: '2026-11-25',
  holidays: [{ name: '元旦', from: '2027-01-01', to: '2027-01-03' }],
  makeUpDays: ['2027-01-09'],
};
const write = (content: unknown) =>
  writeFile(join(folder, 'holidays.json'), typeof content === 'string' ? content : JSON.stringify(content));

describe('R4.9 holidays of the data folder', () => {
  it('R4.9 without a file the published years hold', () => {
    const calendar = readCalendar(join(folder, 'none'));
    expect(addWorkingDays(calendar, '2026-09-30', 1)).toBe('2026-10-08');
    expect(yearsWithoutData(calendar, '2027-01-01', '2027-01-02')).toEqual([2027]);
  });

  it('R4.9 a year that was published later is added without another version of the program', async () => {
    await write([next]);
    const calendar = readCalendar(folder);
    expect(addWorkingDays(calendar, '2026-12-31', 1)).toBe('2027-01-04');
    expect(isWorkingDay(calendar, '2027-01-09')).toBe(true);
    expect(addWorkingDays(calendar, '2026-09-30', 1)).toBe('2026-10-08');
    expect(yearsWithoutData(calendar, '2026-12-31', '2027-01-04')).toEqual([]);
  });

  it.each([
    ['{', /不是有效的 JSON/],
    [{}, /有误/],
    [[{ ...next, year: '2027' }], /year 有误/],
    [[{ ...next, makeUpDays: ['2027-01-11'] }], /0\.makeUpDays\.0/],
    [[next, { ...next, year: 2028 }], /1\.holidays\.0/],
  ])('R4.9 %j refuses the start with a sentence that names what is wrong', async (content, sentence) => {
    await write(content);
    expect(() => readCalendar(folder)).toThrow(expect.objectContaining({ name: 'StartRefused' }));
    expect(() => readCalendar(folder)).toThrow(sentence);
  });
});
