import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codesNear,
  drawnSigns,
  isPaymentCode,
  paymentCodeLength,
  paymentCodeOf,
  paymentCodeSigns,
} from './payment-code.ts';
import { codesInRemark, readRemark } from './remark.ts';

const codes = fc
  .array(fc.nat(paymentCodeSigns.length - 1), { minLength: drawnSigns, maxLength: drawnSigns })
  .map(paymentCodeOf);
const signs = paymentCodeSigns.split('');
const anySigns = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const placeIn = fc.nat(paymentCodeLength - 1);
const with1 = (code: string, at: number, sign: string) => code.slice(0, at) + sign + code.slice(at + 1);
const swap = (code: string, at: number, other: number) =>
  with1(with1(code, at, code.charAt(other)), other, code.charAt(at));
const valuesOf = (code: string) => [...code].map((sign) => paymentCodeSigns.indexOf(sign));

describe('receipts 2.3 a payment code', () => {
  it('receipts 2.3 is eight of 23 signs whose weighted sum is divided by 23: K7M29PXH is one', () => {
    expect(isPaymentCode('K7M29PXH')).toBe(true);
    expect(paymentCodeOf(valuesOf('K7M29PX'))).toBe('K7M29PXH');
    expect(signs).toHaveLength(23);
    expect(new Set(signs).size).toBe(23);
    for (const text of ['', 'K7M29PX', 'K7M29PXHH', 'k7m29pxh', 'K7M29PX0', 'K7M29PXJ', 'Ｋ7M29PXH', 'K7M2 9PXH'])
      expect(isPaymentCode(text)).toBe(false);
  });

  it('receipts 2.3 is made of any seven drawn values, and its last sign follows from them', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const values = valuesOf(code);
        expect(values.reduce((sum, value, at) => sum + (at + 1) * value, 0) % 23).toBe(0);
        expect(isPaymentCode(code)).toBe(true);
        expect(paymentCodeOf(values.slice(0, drawnSigns))).toBe(code);
      }),
    );
    for (const drawn of [
      [],
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6, 23],
      [1, 2, 3, 4, 5, 6, -1],
      [0.5, 2, 3, 4, 5, 6, 7],
    ])
      expect(() => paymentCodeOf(drawn)).toThrow(RangeError);
  });

  it('receipts 2.3 with one sign wrong is none: every place, every sign, whatever stands around it', () => {
    // A change of one sign changes the sum by position × difference; all of them are listed here, in the frame of every place.
    for (let at = 0; at < paymentCodeLength; at += 1) {
      for (const sign of signs) {
        const drawn = Array.from({ length: drawnSigns }, () => paymentCodeSigns.indexOf(sign));
        const code = paymentCodeOf(drawn);
        for (const other of anySigns) {
          expect(isPaymentCode(with1(code, at, other))).toBe(other === code.charAt(at));
        }
      }
    }
    fc.assert(
      fc.property(codes, placeIn, fc.constantFrom(...anySigns), (code, at, sign) => {
        expect(isPaymentCode(with1(code, at, sign))).toBe(sign === code.charAt(at));
      }),
    );
  });

  it('receipts 2.3 with two neighbours swapped is none: every pair of signs at every place', () => {
    for (let at = 0; at + 1 < paymentCodeLength; at += 1) {
      for (const one of signs) {
        for (const other of signs) {
          // The rest is chosen so that the pair stands in a code: the sign that checks is drawn along where it is not part of the pair.
          const frame = Array.from({ length: paymentCodeLength }, () => signs[0] ?? '');
          frame[at] = one;
          frame[at + 1] = other;
          const free = at === 0 ? 2 : 0;
          const code = signs.map((sign) => with1(frame.join(''), free, sign)).find(isPaymentCode) ?? '';
          expect(isPaymentCode(code)).toBe(true);
          expect(isPaymentCode(swap(code, at, at + 1))).toBe(one === other);
        }
      }
    }
  });

  it('receipts 2.3 with any two signs swapped, or one missing, is none', () => {
    fc.assert(
      fc.property(codes, placeIn, placeIn, (code, at, other) => {
        expect(isPaymentCode(swap(code, at, other))).toBe(code.charAt(at) === code.charAt(other));
        expect(isPaymentCode(code.slice(0, at) + code.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('receipts 2.3 that is damaged by one sign is among the codes that it may be, and those are few', () => {
    const damages = fc.oneof(
      fc.record({ code: codes, at: placeIn, sign: fc.constantFrom(...anySigns) }).map(({ code, at, sign }) => ({
        code,
        damaged: with1(code, at, sign),
      })),
      fc.record({ code: codes, at: placeIn }).map(({ code, at }) => ({
        code,
        damaged: code.slice(0, at) + code.slice(at + 1),
      })),
      fc.record({ code: codes, at: placeIn, other: placeIn }).map(({ code, at, other }) => ({
        code,
        damaged: swap(code, at, other),
      })),
    );
    fc.assert(
      fc.property(damages, ({ code, damaged }) => {
        const near = codesNear(damaged);
        expect(near.includes(code)).toBe(code !== damaged);
        expect(near.length).toBeLessThanOrEqual(36);
        expect(near.every(isPaymentCode)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(codesNear('K7M29P')).toEqual([]);
    expect(codesNear('K7M29PXHH')).toEqual([]);
  });
});

describe('receipts 2.3 a remark', () => {
  const issued = new Set(['K7M29PXH']);
  const read = (remark: string, codesIssued: ReadonlySet<string> = issued) =>
    readRemark(codesInRemark(remark), codesIssued);

  it.each([
    'K7M29PXH',
    '货款K7M29PXH',
    '附言码：k7m2 9pxh，谢谢',
    'K7M2-9PXH',
    'K7M2—9PXH',
    'Ｋ７Ｍ２９ＰＸＨ',
    'ｋ７ｍ２　９ｐｘｈ',
    'K 7 M 2 9 P X H',
    'k7m2\u200b9pxh',
    '2026年11月货款 K7M29PXH 晨光商贸',
    'INV2026 K7M29PXH 88',
    'K7M29PXH K7M29PXH',
  ])('receipts 2.3 "%s" names the code exactly', (remark) => {
    expect(read(remark)).toEqual({ kind: 'exact', code: 'K7M29PXH' });
  });

  it.each(['K7M29PXJ', 'K7M29PX0', 'K7M29XPH', '7KM29PXH', 'K7M29PX', 'K7M9PXH', '货款 k7m2 9px 谢谢', 'K7MZ9PXH'])(
    'receipts 2.3 "%s" is damaged: the issued code is named, and nothing is exact',
    (remark) => {
      expect(read(remark)).toEqual({ kind: 'damaged', codes: ['K7M29PXH'] });
    },
  );

  it.each(['', '货款', '十一月账单', 'K7M2', 'K7M29P', 'K7M 货款 29PXH', '1234567890'])(
    'receipts 2.3 "%s" says nothing',
    (remark) => {
      expect(read(remark)).toEqual({ kind: 'none' });
    },
  );

  it('receipts 2.3 with a code that was never issued says nothing, and with two that were names both', () => {
    const other = paymentCodeOf([1, 2, 3, 4, 5, 6, 7]);
    expect(read(other)).toEqual({ kind: 'none' });
    expect(read(`K7M29PXH ${other}`)).toEqual({ kind: 'exact', code: 'K7M29PXH' });
    expect(read(`K7M29PXH，${other}`, new Set([other, 'K7M29PXH']))).toEqual({
      kind: 'several',
      codes: ['K7M29PXH', other],
    });
  });

  it('receipts 2.3 is read in a time that its length bounds, however long it is', () => {
    expect(read(`${'K7M29PX'.repeat(100_000)}K7M29PXH`)).not.toEqual({ kind: 'exact', code: 'K7M29PXH' });
  });

  it('receipts 2.3 mangled as payers and banks mangle it never names another code exactly', () => {
    const all = fc.uniqueArray(codes, { minLength: 2, maxLength: 40 });
    const noise = fc.constantFrom('', ' ', '-', '—', '　', '货款', '：', ' 2026年11月 ', 'NO.');
    const mangle = fc.record({
      before: noise,
      within: fc.constantFrom('', ' ', '-', '　'),
      after: noise,
      isLower: fc.boolean(),
    });
    fc.assert(
      fc.property(all, mangle, ([code = '', ...others], { before, within, after, isLower }) => {
        const typed = `${before}${code.slice(0, 4)}${within}${code.slice(4)}${after}`;
        const reading = read(isLower ? typed.toLowerCase() : typed, new Set([code, ...others]));
        expect(reading).toMatchObject(reading.kind === 'several' ? { kind: 'several' } : { kind: 'exact', code });
        const without = read(isLower ? typed.toLowerCase() : typed, new Set(others));
        expect(without.kind === 'exact' && without.code === code).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
