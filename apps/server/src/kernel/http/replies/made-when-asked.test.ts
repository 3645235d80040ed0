import { describe, expect, test } from 'vitest';
import { jsonInTurns, madeWhenAsked } from '#kernel/http/replies/made-when-asked';

describe('R14.4 what is made when it is asked for', () => {
  test('R14.4 is made once for any number who ask, and again after a failure', async () => {
    let made = 0;
    const value = madeWhenAsked(async () => {
      made += 1;
      if (made === 1) throw new Error('on purpose');
      return { made };
    });
    expect(made).toBe(0);
    await expect(Promise.all([value(), value()])).rejects.toThrow('on purpose');
    const all = await Promise.all([value(), value(), value()]);
    expect(all.map((each) => each.made)).toEqual([2, 2, 2]);
    expect(await value()).toBe(all[0]);
  });

  test.each([1, 2, 3])('R7.5 JSON that is made in turns to a depth of %i is the same text', async (depth) => {
    const value = {
      text: '“引号”\n',
      list: [1, { a: null }, []],
      none: null,
      left: undefined,
      empty: {},
      'deep/name': { inner: { list: [{ x: 1 }], left: undefined, no: false }, one: 1.5 },
    };
    expect(await jsonInTurns(value, depth)).toBe(JSON.stringify(value));
  });

  test('R14.6 others have their turn in between', async () => {
    const value = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`member${at}`, at]));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await jsonInTurns(value, 1);
    isOver = true;
    expect(turns).toBeGreaterThan(40);
  });
});
