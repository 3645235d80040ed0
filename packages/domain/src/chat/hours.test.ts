import { describe, expect, it } from 'vitest';
import { clockOf, hoursText, isServiceTime, leaveWords, minuteOfClock, type ServiceHours } from './hours.ts';

const office: ServiceHours = { days: 'working', opensMinute: 540, closesMinute: 1080 };
/** In Shanghai. */
const at = (time: string): Date => new Date(`${time}:00+08:00`);

describe('service 3.4 the hours of customer service', () => {
  it.each([
    ['2026-11-30T09:00', true],
    ['2026-11-30T08:59', false],
    ['2026-11-30T17:59', true],
    ['2026-11-30T18:00', false],
    // A Saturday, and the holiday of the national day.
    ['2026-11-28T12:00', false],
    ['2026-10-01T12:00', false],
  ])('service 3.4 at %s somebody is there: %s', (time, expected) => {
    expect(isServiceTime(office, at(time))).toBe(expected);
  });

  it('service 3.4 every day is every day, and without hours somebody is always there', () => {
    expect(isServiceTime({ ...office, days: 'every' }, at('2026-11-28T12:00'))).toBe(true);
    expect(isServiceTime({ days: 'every', opensMinute: 0, closesMinute: 1440 }, at('2026-11-28T23:59'))).toBe(true);
    expect(isServiceTime(null, at('2026-10-01T03:00'))).toBe(true);
  });

  it('service 3.4 a time of day is read and written as a clock shows it', () => {
    expect(['00:00', '09:30', '24:00'].map(minuteOfClock)).toEqual([0, 570, 1440]);
    expect(['9:30', '24:01', '12:60', '', '25:00'].map(minuteOfClock)).toEqual([null, null, null, null, null]);
    expect([0, 570, 1440].map(clockOf)).toEqual(['00:00', '09:30', '24:00']);
    expect(hoursText(office)).toBe('工作日 09:00–18:00');
  });

  it('service 3.4 out of the hours the robot names them, within them it says that everybody is busy', () => {
    expect(leaveWords(office, at('2026-11-30T20:00'))).toContain('（工作日 09:00–18:00）');
    expect(leaveWords(office, at('2026-11-30T10:00'))).toContain('客服正忙');
    expect(leaveWords(null, at('2026-11-30T20:00'))).toContain('客服正忙');
  });
});
