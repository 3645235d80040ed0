import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWorkingDays,
  answerWorkingDays,
  dayLater,
  dayOf,
  deadlineIn,
  endOfDay,
  type HolidayYear,
  holidayYearFaults,
  isDay,
  isWorkingDay,
  lastDayBefore,
  laterDeadline,
  missingYearsText,
  publishedHolidayYears,
  workingCalendar,
  yearsWithoutData,
} from '../calendar.ts';

const calendar = workingCalendar(publishedHolidayYears);
const instants = fc.date({
  min: new Date('2024-06-01T00:00:00Z'),
  max: new Date('2028-06-01T00:00:00Z'),
  noInvalidDate: true,
});
const days = instants.map(dayOf);

describe('R3.7 days in Shanghai', () => {
  it.each([
    ['2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('R3.7 %s is on %s', (at, day) => {
    expect(dayOf(new Date(at))).toBe(day);
  });

  it('R4.9 a day ends at 24:00 in Shanghai, and what ends then belongs to that day', () => {
    expect(endOfDay('2026-11-25').toISOString()).toBe('2026-11-25T16:00:00.000Z');
    fc.assert(
      fc.property(instants, (at) => {
        const end = endOfDay(dayOf(at));
        expect(end > at).toBe(true);
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(86_400_000);
        expect(lastDayBefore(end)).toBe(dayOf(at));
        expect(dayOf(end)).toBe(dayLater(dayOf(at), 1));
      }),
    );
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '', '2026-11-20T00:00:00Z'])('R5.5 %j is no day', (text) => {
    expect(isDay(text)).toBe(false);
    expect(() => endOfDay(text)).toThrow(RangeError);
  });
});

describe('R4.9 working days', () => {
  it.each([
    // Days of the notice for 2025.
    ['2025-01-26', true],
    ['2025-01-27', true],
    ['2025-01-28', false],
    ['2025-02-04', false],
    ['2025-02-05', true],
    ['2025-10-08', false],
    ['2025-10-11', true],
    ['2025-10-12', false],
    // Days of the notice for 2026.
    ['2026-01-02', false],
    ['2026-01-04', true],
    ['2026-02-14', true],
    ['2026-02-23', false],
    ['2026-02-28', true],
    ['2026-05-09', true],
    ['2026-09-20', true],
    ['2026-09-25', false],
    ['2026-10-07', false],
    ['2026-10-10', true],
    ['2026-10-11', false],
    ['2026-11-20', true],
    ['2026-11-21', false],
  ])('R4.9 %s: %s', (day, isWorking) => {
    expect(isWorkingDay(calendar, day)).toBe(isWorking);
  });

  it.each([
    [2025, 248],
    [2026, 248],
  ])('R4.9 %i has %i working days, as its holidays and make-up days add up to', (year, count) => {
    let working = 0;
    for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = dayLater(day, 1))
      working += Number(isWorkingDay(calendar, day));
    expect(working).toBe(count);
  });

  it('R4.9 the published data are right in themselves, with source and date', () => {
    for (const year of publishedHolidayYears) {
      expect(holidayYearFaults(year)).toEqual([]);
      expect(year.publishedOn < `${year.year}-01-01`).toBe(true);
      expect(year.url).toMatch(/^https:\/\/www\.gov\.cn\//);
    }
  });

  it.each([
    ['2026-02-13', 1, '2026-02-14'],
    ['2026-02-13', 2, '2026-02-24'],
    ['2026-09-30', 1, '2026-10-08'],
    ['2026-10-07', 3, '2026-10-10'],
    ['2026-11-20', 5, '2026-11-27'],
    ['2026-11-22', 5, '2026-11-27'],
    ['2026-11-22', 0, '2026-11-22'],
  ])('R4.9 %s and %i working days are %s', (from, count, on) => {
    expect(addWorkingDays(calendar, from, count)).toBe(on);
  });

  it('R4.9 exactly the counted working days lie on the way, and the last of them is the day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), (from, count) => {
        const on = addWorkingDays(calendar, from, count);
        let working = 0;
        for (let day = dayLater(from, 1); day <= on; day = dayLater(day, 1))
          working += Number(isWorkingDay(calendar, day));
        expect(working).toBe(count);
        expect(isWorkingDay(calendar, on)).toBe(true);
      }),
    );
  });

  it.each([-1, 1.5, 367, Number.NaN])('R5.5 %d is no count of working days', (count) => {
    expect(() => addWorkingDays(calendar, '2026-11-20', count)).toThrow(RangeError);
  });

  it('R4.9 a year without data counts Monday to Friday and says so', () => {
    expect(yearsWithoutData(calendar, '2026-12-30', '2027-01-04')).toEqual([2027]);
    expect(yearsWithoutData(calendar, '2026-12-30', '2026-12-31')).toEqual([]);
    // 1 January is a Friday; without the notice nobody knows that it is free.
    expect(addWorkingDays(calendar, '2026-12-31', 1)).toBe('2027-01-01');
    expect(deadlineIn(calendar, new Date('2026-12-31T04:00:00Z'), 3).yearsWithoutData).toEqual([2027]);
    expect(missingYearsText([2027])).toBe(
      '2027 年的放假安排尚未录入，工作日暂按周一至周五计算；公布后请更新节假日数据。',
    );
    expect(missingYearsText([])).toBeNull();
  });

  it('R4.9 other data take the place of the published ones', () => {
    const next: HolidayYear = {
      year: 2027,
      source: '测试数据',
      url: 'https://www.gov.cn/',
      publishedOn: '2026-11-22',
      holidays: [{ name: '元旦', from: '2027-01-01', to: '2027-01-03' }],
      makeUpDays: ['2027-01-09'],
    };
    const later = workingCalendar([...publishedHolidayYears, next]);
    expect(addWorkingDays(later, '2026-12-31', 1)).toBe('2027-01-04');
    expect(isWorkingDay(later, '2027-01-09')).toBe(true);
    expect(yearsWithoutData(later, '2026-12-31', '2027-01-04')).toEqual([]);
  });

  it.each<[Partial<HolidayYear>, string]>([
    [{ year: 1.5 }, 'year'],
    [{ source: ' ' }, 'source'],
    [{ publishedOn: '2025-11-31' }, 'publishedOn'],
    [{ holidays: [], makeUpDays: [] }, 'holidays'],
    [{ holidays: [{ name: '元旦', from: '2026-01-03', to: '2026-01-01' }] }, 'holidays.0'],
    [{ holidays: [{ name: '元旦', from: '2026-02-30', to: '2026-03-01' }] }, 'holidays.0'],
    [{ holidays: [{ name: '元旦', from: '2027-01-01', to: '2027-01-03' }] }, 'holidays.0'],
    [{ makeUpDays: ['2026-01-02'] }, 'makeUpDays.0'],
    [{ makeUpDays: ['2026-01-05'] }, 'makeUpDays.0'],
    [{ makeUpDays: ['2026-01-04', '周六'] }, 'makeUpDays.1'],
    [{ makeUpDays: ['2027-01-09'] }, 'makeUpDays.0'],
  ])('R5.5 names what is wrong with the data of a year: %j', (wrong, path) => {
    const data: HolidayYear = {
      year: 2026,
      source: '测试数据',
      url: '',
      publishedOn: '2025-11-04',
      holidays: [{ name: '元旦', from: '2025-12-31', to: '2026-01-03' }],
      makeUpDays: ['2026-01-04'],
    };
    expect(holidayYearFaults(data)).toEqual([]);
    expect(holidayYearFaults({ ...data, ...wrong }).map((fault) => fault.path)).toContain(path);
  });
});

describe('R4.9 deadlines', () => {
  it('R4.9 end with the day that is the working days ahead, whatever the hour', () => {
    for (const hour of ['T00:00:00+08:00', 'T23:59:59.999+08:00']) {
      const deadline = deadlineIn(calendar, new Date(`2026-11-20${hour}`), 5);
      expect(deadline).toEqual({ at: endOfDay('2026-11-27'), on: '2026-11-27', yearsWithoutData: [] });
    }
  });

  it('R4.9 set anew are the later of the former one and three working days ahead', () => {
    const now = new Date('2026-11-20T04:00:00Z');
    expect(answerWorkingDays).toBe(3);
    expect(laterDeadline(calendar, endOfDay('2026-11-23'), { now }).on).toBe('2026-11-25');
    expect(laterDeadline(calendar, endOfDay('2026-11-25'), { now }).at).toEqual(endOfDay('2026-11-25'));
    expect(laterDeadline(calendar, endOfDay('2026-12-01'), { now })).toEqual({
      at: endOfDay('2026-12-01'),
      on: '2026-12-01',
      yearsWithoutData: [],
    });
  });

  it('R4.9 never get shorter, and never leave less than three working days', () => {
    fc.assert(
      fc.property(instants, days, (now, formerDay) => {
        const former = endOfDay(formerDay);
        const { at, on } = laterDeadline(calendar, former, { now });
        expect(at >= former && at >= deadlineIn(calendar, now, 3).at).toBe(true);
        expect(endOfDay(on)).toEqual(at);
      }),
    );
  });
});
