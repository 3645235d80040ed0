import { describe, expect, test } from 'vitest';
import { momentsOf, type Schedule } from '#kernel/jobs/schedule';

describe('R14.1 the moments of a schedule', () => {
  test.each<[Schedule, number, number]>([
    [{ minutes: 1 }, 60, 0],
    [{ minutes: 10 }, 600, 0],
    [{ hourlyAt: 0 }, 3600, 0],
    [{ hourlyAt: 59 }, 3600, 3540],
    [{ hours: 24, from: '18:30' }, 86_400, 66_600],
    [{ hours: 6, from: '18:30' }, 21_600, 1800],
    [{ hours: 1, from: '18:30' }, 3600, 1800],
    [{ dailyAt: '00:00' }, 86_400, 0],
    [{ dailyAt: '19:47' }, 86_400, 71_220],
    [{ dailyAt: '23:59' }, 86_400, 86_340],
  ])('R14.1 %j is every so many seconds from there', (schedule, stepSec, offsetSec) => {
    expect(momentsOf(schedule)).toEqual({ stepSec, offsetSec });
  });

  test.each<Schedule>([
    { hourlyAt: 60 },
    { hourlyAt: -1 },
    { hourlyAt: 1.5 },
    { dailyAt: '24:00' },
    { dailyAt: '1:00' },
    { dailyAt: '12:60' },
    { dailyAt: '' },
  ])('R14.1 %j is no time, and the start says so', (schedule) => {
    expect(() => momentsOf(schedule)).toThrow(/is no (?:minute of an hour|time of a day)/);
  });
});
