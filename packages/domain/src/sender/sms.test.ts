import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hundredthFenOf, scenesWithoutTemplate, smsSceneNames, smsScenes, unitPriceText } from './sms.ts';

describe('running 2.5 the price of a message', () => {
  it.each([
    ['0.045', 450],
    ['0', 0],
    ['1.2', 12_000],
    ['0.0001', 1],
  ])('running 2.5 %s yuan are %i hundredths of a fen', (typed, hundredthFen) => {
    expect(hundredthFenOf(typed)).toBe(hundredthFen);
  });

  it.each(['', '-1', '0.00001', '100', '1,2', '0.045元', '.5'])('running 2.5 “%s” is no price', (typed) => {
    expect(hundredthFenOf(typed)).toBeNull();
  });

  it('running 2.5 a price is read back as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (hundredthFen) => {
        expect(hundredthFenOf(unitPriceText(hundredthFen))).toBe(hundredthFen);
      }),
    );
  });
});

describe('running 2.2 templates', () => {
  it('running 2.2 every scene has a name and needs a template of its own', () => {
    for (const scene of smsScenes) expect(smsSceneNames[scene]).toMatch(/\p{Script=Han}{2}/u);
    expect(scenesWithoutTemplate('aliyun', {})).toEqual(smsScenes);
    expect(scenesWithoutTemplate('tencent', { login: 'T1' })).not.toContain('login');
    expect(scenesWithoutTemplate('tencent', { login: '' })).toContain('login');
  });

  it('running 2.2 one’s own platform chooses the texts itself', () => {
    expect(scenesWithoutTemplate('http', {})).toEqual([]);
  });
});
