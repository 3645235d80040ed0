import { describe, expect, it } from 'vitest';
import { dueDaysOf, periodsOf, unpaidAges } from './business.ts';
import { dayLater } from './calendar.ts';

describe('R11.2 periods and ages', () => {
  it('R11.2 days and months cover a range without a gap; the range cuts the first and the last month', () => {
    expect(periodsOf({ from: '2026-12-30', to: '2027-01-01' }, 'day')).toEqual([
      { from: '2026-12-30', to: '2026-12-30' },
      { from: '2026-12-31', to: '2026-12-31' },
      { from: '2027-01-01', to: '2027-01-01' },
    ]);
    expect(periodsOf({ from: '2028-01-31', to: '2028-03-02' }, 'month')).toEqual([
      { from: '2028-01-31', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-02' },
    ]);
    expect(periodsOf({ from: '2026-12-15', to: '2026-12-31' }, 'month')).toEqual([
      { from: '2026-12-15', to: '2026-12-31' },
    ]);
  });

  it('R11.2 every due day has one age', () => {
    const today = '2026-11-24';
    for (let ago = -2; ago <= 95; ago += 1) {
      const day = dayLater(today, -ago);
      const ages = unpaidAges.filter((age) => {
        const { from = day, to = day } = dueDaysOf(age, today);
        return from <= day && day <= to;
      });
      const expected =
        ago <= 0 ? 'notDue' : ago <= 30 ? 'days30' : ago <= 60 ? 'days60' : ago <= 90 ? 'days90' : 'older';
      expect(ages).toEqual([expected]);
    }
  });
});
