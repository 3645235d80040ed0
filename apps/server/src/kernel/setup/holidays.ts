import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  holidayYearFaults,
  publishedHolidayYears,
  type WorkingCalendar,
  workingCalendar,
} from '@ronghui/domain/calendar';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { StartRefused } from './start-refused.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const object = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const years = Compile(
  Type.Array(
    object({
      year: Type.Integer(),
      source: text(200),
      url: text(400),
      publishedOn: text(10),
      holidays: Type.Array(object({ name: text(20), from: text(10), to: text(10) }), { maxItems: 40 }),
      makeUpDays: Type.Array(text(10), { maxItems: 40 }),
    }),
    { maxItems: 100 },
  ),
);

const refused = (path: string, reason: string): StartRefused =>
  new StartRefused(`节假日数据 ${path} ${reason}。格式见 docs/operations.md。`);

const parsed = (path: string, json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw refused(path, '不是有效的 JSON');
  }
};

/**
 * Working days by the published years, and by those of `holidays.json` in the data folder, which add to them or take their place: a year is
 * published in the November before, between two versions of the program.
 *
 * @throws StartRefused where the file says what is no year
 * @source billing.md, bills
 */
export const readCalendar = (dataDir: string): WorkingCalendar => {
  const path = join(dataDir, 'holidays.json');
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return workingCalendar(publishedHolidayYears);
    throw refused(path, '不能读取');
  }
  const given = parsed(path, json);
  if (!years.Check(given)) throw refused(path, `的 ${years.Errors(given)[0]?.instancePath ?? ''} 有误`);
  for (const [at, year] of given.entries()) {
    const [fault] = holidayYearFaults(year);
    if (fault !== undefined) throw refused(path, `的 ${at}.${fault.path}：${fault.message}`);
  }
  const replaced = new Set(given.map(({ year }) => year));
  return workingCalendar([...publishedHolidayYears.filter(({ year }) => !replaced.has(year)), ...given]);
};
