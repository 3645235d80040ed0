import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeForm, encodeJson, toFormPairs } from './form-encoding.ts';

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const names = fc.string({ minLength: 1 }).filter((name) => !name.includes('[') && name !== '__proto__');

test('R12.8 arrays carry brackets, objects their path, and nulls are skipped', () => {
  const data = { a: [1, null, 2], b: null, c: undefined, d: { e: '中文', f: [true] }, g: '', h: [], i: 0 };
  expect(toFormPairs(data)).toEqual([
    ['a[]', '1'],
    ['a[]', '2'],
    ['d[e]', '中文'],
    ['d[f][]', 'true'],
    ['g', ''],
    ['i', '0'],
  ]);
  expect(encodeForm({ ids: ['a b', '&='] })).toBe('ids%5B%5D=a+b&ids%5B%5D=%26%3D');
});

test('R12.8 what is encoded is what a form decoder reads back, in order', () => {
  const data = fc.dictionary(names, fc.oneof(value, fc.array(fc.option(value)), fc.constant(null)));
  fc.assert(
    fc.property(data, (given) => {
      const decoded = new URLSearchParams(encodeForm(given));
      for (const [name, one] of Object.entries(given)) {
        const wanted = Array.isArray(one) ? one : [one];
        const key = Array.isArray(one) ? `${name}[]` : name;
        const clash = Array.isArray(one) ? Object.hasOwn(given, key) : false;
        if (clash) continue;
        expect(decoded.getAll(key)).toEqual(
          wanted.filter((item) => item !== null).map((item) => String(item).toWellFormed()),
        );
      }
    }),
  );
});

test('R12.8 no pair of an encoding is null, undefined or a bare object', () => {
  fc.assert(
    fc.property(fc.object(), (given) => {
      for (const [name, text] of toFormPairs({ root: given })) {
        expect(name.startsWith('root')).toBe(true);
        expect(text).not.toBe('[object Object]');
      }
    }),
  );
});

test('R12.8 JSON skips nulls at every depth and keeps the rest', () => {
  expect(encodeJson({ a: null, b: [1, null, { c: undefined, d: 2 }], e: new Date(0) })).toBe(
    '{"b":[1,{"d":2}],"e":"1970-01-01T00:00:00.000Z"}',
  );
});

test('R12.8 arrays of objects carry an index, so that a decoder can tell the objects apart', () => {
  expect(toFormPairs({ a: [{ b: 1, c: 2 }, null, { b: 3 }], d: [[1, 2], [3]] })).toEqual([
    ['a[0][b]', '1'],
    ['a[0][c]', '2'],
    ['a[1][b]', '3'],
    ['d[0][]', '1'],
    ['d[0][]', '2'],
    ['d[1][]', '3'],
  ]);
});

class Money {
  readonly fen = 120;
  toJSON(): string {
    return '1.20';
  }
}

test('R12.8 what has toJSON is written as it says, in both encodings', () => {
  const data = { price: new Money(), at: new Date(0), page: new URL('https://a.example/x') };
  expect(toFormPairs(data)).toEqual([
    ['price', '1.20'],
    ['at', '1970-01-01T00:00:00.000Z'],
    ['page', 'https://a.example/x'],
  ]);
  expect(encodeJson(data)).toBe('{"price":"1.20","at":"1970-01-01T00:00:00.000Z","page":"https://a.example/x"}');
});

test.each([
  ['a map', new Map([['a', 1]]), 'an instance of Map'],
  ['a set', new Set([1]), 'an instance of Set'],
  ['a file', new Blob(['x']), 'an instance of Blob'],
  ['an object of a class', new (class Person {})(), 'an instance of Person'],
  ['a function', () => 1, 'a function'],
])('R12.8 %s is refused by an error that names its place, in both encodings', (_name, value, kind) => {
  const text = `chat-kit: data.list[1].it is ${kind}, which a request cannot carry`;
  const data = { list: [1, { it: value }] };
  expect(() => encodeForm(data)).toThrow(new TypeError(text));
  expect(() => encodeJson(data)).toThrow(new TypeError(text));
});
