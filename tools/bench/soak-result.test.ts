import { expect, it } from 'vitest';
import { judgeSoak, type Soak } from './soak-result.ts';

const counts = { calls: 720_000, logins: 18_000, refused: 0, unexpected: [] };
/** An hour that grows for ten minutes and then by this share. */
const hour = (growth: number): Soak => ({
  restMb: 215,
  byMinute: Array.from({ length: 60 }, (_, at) => (at < 10 ? 250 + at * 5 : 295 * (1 + (growth * (at - 9)) / 50))),
  counts,
});

it('house 11 a soak fails where memory goes on growing after the tenth minute, and not for what it took until then', () => {
  expect(judgeSoak(hour(0.049)).faults).toEqual([]);
  expect(judgeSoak(hour(0.06)).faults).toEqual(['6.0 % more than in minute 10']);
  expect(judgeSoak(hour(0.049)).rows).toContain('| load | 200 calls a second, 18000 logins, 0 refused as too busy | |');
});

it('house 11 a soak fails for a server that is large at rest, for replies that nobody expects, and for no measurement', () => {
  expect(judgeSoak({ ...hour(0), restMb: 250 }).faults).toEqual(['250 MB at rest']);
  expect(judgeSoak({ ...hour(0), counts: { ...counts, unexpected: ['order.page: 500'] } }).faults).toEqual([
    'order.page: 500',
  ]);
  expect(judgeSoak({ ...hour(0), byMinute: [] }).faults).not.toEqual([]);
});
