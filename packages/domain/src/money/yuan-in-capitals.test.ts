import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.fixture.ts';
import { fen } from './fen.ts';
import { yuanInCapitals } from './yuan-in-capitals.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const places: Readonly<Record<string, bigint>> = { 拾: 10n, 佰: 100n, 仟: 1000n };

/** Parses the part before 元: sections of 万 and 亿, each with figures and their places. */
const readYuan = (text: string): bigint => {
  for (const [unit, size] of [
    ['亿', 100_000_000n],
    ['万', 10_000n],
  ] as const) {
    const at = text.indexOf(unit);
    if (at >= 0) return readYuan(text.slice(0, at)) * size + readYuan(text.slice(at + 1));
  }
  return [...text.matchAll(/([壹贰叁肆伍陆柒捌玖])([拾佰仟]?)/g)].reduce(
    (sum, [, digit = '', place = '']) => sum + BigInt(digits.indexOf(digit)) * (places[place] ?? 1n),
    0n,
  );
};

const read = (text: string): bigint => {
  const [, minus, yuan = '', rest = ''] = /^人民币(负)?(?:(.+)元)?(.*)$/.exec(text) ?? [];
  const jiao = digits.indexOf(/(.)角/.exec(rest)?.[1] ?? '零');
  const cent = digits.indexOf(/(.)分/.exec(rest)?.[1] ?? '零');
  const size = readYuan(yuan) * 100n + BigInt(jiao * 10 + cent);
  return minus === undefined ? size : -size;
};

describe('R4.9 an amount in capital figures', () => {
  it.each([
    [0, '零元整'],
    [5, '伍分'],
    [50, '伍角整'],
    [55, '伍角伍分'],
    [100, '壹元整'],
    [101, '壹元零壹分'],
    [110, '壹元壹角整'],
    [1000, '壹拾元整'],
    [123_456, '壹仟贰佰叁拾肆元伍角陆分'],
    [140_950, '壹仟肆佰零玖元伍角整'],
    [600_714, '陆仟零柒元壹角肆分'],
    [168_032, '壹仟陆佰捌拾元叁角贰分'],
    [10_700_053, '壹拾万柒仟元伍角叁分'],
    [1_640_902, '壹万陆仟肆佰零玖元零贰分'],
    [32_504, '叁佰贰拾伍元零肆分'],
    [1_000_000, '壹万元整'],
    [1_000_100, '壹万零壹元整'],
    [1_010_000, '壹万零壹佰元整'],
    [10_000_000_000, '壹亿元整'],
    [10_000_000_100, '壹亿零壹元整'],
    [10_001_000_000, '壹亿零壹万元整'],
    [10_010_000_000, '壹亿零壹拾万元整'],
    [11_000_000_100, '壹亿壹仟万零壹元整'],
    [100_000_000_000_000, '壹万亿元整'],
    [100_010_000_000_000, '壹万零壹亿元整'],
    [-123_456, '负壹仟贰佰叁拾肆元伍角陆分'],
    [Number.MAX_SAFE_INTEGER, '玖拾万零柒佰壹拾玖亿玖仟贰佰伍拾肆万柒仟肆佰零玖元玖角壹分'],
  ])('R4.9 %i fen are 人民币%s', (amount, text) => {
    expect(yuanInCapitals(fen(amount))).toBe(`人民币${text}`);
  });

  it('R4.9 can be parsed back to the same amount, and has no double 零 and no 零 before a unit', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const text = yuanInCapitals(amount);
        expect(read(text)).toBe(BigInt(amount));
        if (amount !== 0) expect(text).not.toMatch(/零零|零[拾佰仟万亿元角整]|零$/);
      }),
    );
  });
});
