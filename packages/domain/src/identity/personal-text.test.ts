import { describe, expect, it } from 'vitest';
import { maskPersonalText } from './personal-text.ts';

describe('security 4.11 personal numbers in free texts', () => {
  it.each([
    ['来电13800138000要求退款', '来电****8000要求退款'],
    ['电话 138-0013-8000', '电话 ****8000'],
    ['+86 138 0013 8000', '****8000'],
    ['身份证11010519491231002X，本人', '身份证****002X，本人'],
    ['卡号 6222 0212 3456 7890 123', '卡号 ****0123'],
    ['１３８００１３８０００', '****８０００'],
  ])('security 4.11 are masked: %s', (typed, masked) => {
    expect(maskPersonalText(typed)).toBe(masked);
  });

  it.each([
    '订单 DD202611230001234567',
    '26332000009876543299',
    '202611',
    '2026-11-23T00:00:00.000Z',
    '金额 1380013.80',
  ])('security 4.11 leaves other numbers as they are: %s', (text) => expect(maskPersonalText(text)).toBe(text));
});
