import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { operations } from './index.ts';
import type { OperationSpec } from './operation.ts';
import { findFaults, walkSchema } from './schema-walk.fixture.ts';
import * as words from './shapes.ts';

const specs = Object.entries<OperationSpec>(operations);
const faultsOf = (schema: TSchema) => findFaults(schema, { inRequest: true }).map(({ fault }) => fault);

/** Maximum nesting of objects and lists in a payload. */
const depthOf = (at: string) => at.split(/\.|\[\]/).length;

describe('house 4 names', () => {
  it.each(['\u00ad', '\u061c', '\u180e', '\u200b\u2060', '\u202a', '\u206f', '\ufeff', '\u0085', '\t \n', '\u3000'])(
    'R5.5 a name of %j alone, of which nothing is seen, is refused',
    (typed) => {
      expect(Compile(words.name(60)).Check(typed)).toBe(false);
      expect(Compile(words.name(60)).Check(`${typed}李`)).toBe(true);
    },
  );
});

describe('house 4 schemas', () => {
  it.each(specs)('R5.5 the request of %s is closed and bounded, and refuses unclean text', (_id, { request }) => {
    expect(findFaults(request, { inRequest: true })).toEqual([]);
  });

  it.each(specs)('house 4 the reply of %s is closed and bounded', (_id, { reply }) => {
    expect(findFaults(reply, { inRequest: false })).toEqual([]);
  });

  it.each(specs)('house 4 the error data of %s is closed and bounded', (_id, { errors = {} }) => {
    for (const error of Object.values(errors)) {
      if (typeof error !== 'string') expect(findFaults(error.data, { inRequest: false })).toEqual([]);
    }
  });

  it.each(specs)('contract 2 a 422 of %s names its fields and a 429 its wait', (_id, { errors = {} }) => {
    for (const error of Object.values(errors)) {
      const [code, names] = typeof error === 'string' ? [error, []] : [error.code, Object.keys(error.data.properties)];
      if (code === 'RHSY422') expect(names).toEqual(['fields']);
      if (code === 'RHSY429') expect(names).toEqual(['retryAfter']);
    }
  });

  it.each(specs)('R4.12 who comes second in %s is refused with the record that its request names', (_id, spec) => {
    const named = walkSchema(spec.request).map(([at]) => at.replace(/\|\d+/g, '').replace(/^\./, ''));
    for (const error of Object.values(spec.errors ?? {})) {
      if (typeof error === 'string' || error.record === undefined) continue;
      expect([spec.writes, spec.who === 'visitor']).toEqual([true, false]);
      if ('fields' in error.record) expect(named).toEqual(expect.arrayContaining([...error.record.fields]));
      if ('tenant' in error.record) expect(spec.who).toBe('merchant');
    }
  });

  it.each(specs)('security 4.14 a payload of %s is at most 8 levels deep', (_id, { request }) => {
    // As the server counts them: objects and lists, not what stands in them.
    const holders = walkSchema(request).filter(([, { type }]) => type === 'object' || type === 'array');
    expect(Math.max(...holders.map(([at]) => depthOf(at)))).toBeLessThanOrEqual(8);
  });

  it('house 12 the walk finds every violation', () => {
    expect(faultsOf(Type.Object({ a: words.id() }))).toEqual(['an open object']);
    expect(faultsOf(words.object({ a: Type.String({ maxLength: 9 }) }))).toEqual(['a text without a pattern']);
    expect(faultsOf(words.object({ a: Type.String({ pattern: '^a$' }) }))).toEqual(['a text without a maximum']);
    expect(faultsOf(words.object({ a: words.optional(Type.String({ maxLength: 9, pattern: '.*' })) }))).toEqual([
      'a text that lets NUL or a lone surrogate through',
    ]);
    expect(faultsOf(words.list(Type.Integer()))).toEqual(['a number without bounds']);
    expect(faultsOf(Type.Array(words.id()))).toEqual(['a list without a maximum']);
    expect(faultsOf(words.nullable(Type.Number()))).toEqual(['a schema that our words do not make (number)']);
    expect(faultsOf(Type.Record(Type.String(), words.flag()))).toEqual(['an open map']);
    expect(faultsOf(Type.Unknown())).toHaveLength(1);
  });
});

describe('house 4 words', () => {
  it.each([
    ['Chinese', '融惠（上海）', true],
    ['a rare name beyond the first plane', '𠮷野', true],
    ['an emoji', '好的👍', true],
    ['tabs and line breaks', '一\t二\r\n三', true],
    ['NUL', 'a\u0000', false],
    ['a bell', 'a\u0007', false],
    ['a lone high surrogate', '\ud83d', false],
    ['a lone low surrogate', 'x\udc4d', false],
    ['a pair the wrong way round', '\udc4d\ud83d', false],
  ])('R5.5 a text with %s', (_name, value, isTaken) => {
    expect(Compile(words.text(40)).Check(value)).toBe(isTaken);
  });

  it('R5.5 a text is counted by code points, as the database counts it', () => {
    expect(Compile(words.text(3)).Check('𠮷𠮷𠮷')).toBe(true);
    expect(Compile(words.text(3)).Check('𠮷𠮷𠮷𠮷')).toBe(false);
    expect(Compile(words.text(3)).Check('')).toBe(false);
    expect(Compile(words.text(3, { min: 0 })).Check('')).toBe(true);
  });

  it('R5.5 a name has a sign that is seen: no spaces, line breaks or signs without width alone', () => {
    for (const given of ['一', ' a ', '\u200b王', '(集团)', '😀'])
      expect(Compile(words.name(10)).Check(given), given).toBe(true);
    for (const given of ['', ' ', '\t\n', '\u3000\u3000', '\u200b', '\ufeff \u2060', '\u00a0', 'a\u0000']) {
      expect(Compile(words.name(10)).Check(given), JSON.stringify(given)).toBe(false);
    }
    const long = `${' '.repeat(50_000)}`;
    expect(Compile(words.name(60_000)).Check(long)).toBe(false);
  });

  it('R3.7 a sum over rows is an integer, or beyond the safe range its digits', () => {
    const sum = words.fenSum({ min: 0 });
    for (const given of [0, Number.MAX_SAFE_INTEGER, '9007199254740992', '20000000000000000000']) {
      expect(Compile(sum).Check(given), String(given)).toBe(true);
    }
    for (const given of [-1, 0.5, '', '12', '0009007199254740992', '1e30', '9007199254740992.5']) {
      expect(Compile(sum).Check(given), String(given)).toBe(false);
    }
    expect(Compile(words.billedFen()).Check(1_000_000_000_000)).toBe(true);
    expect(Compile(words.billedFen()).Check(1_000_000_000_001)).toBe(false);
  });

  it('R3.7 money is an integer number of fen within the safe range', () => {
    const fen = Compile(words.fen());
    expect([0, -1, Number.MAX_SAFE_INTEGER].map((value) => fen.Check(value))).toEqual([true, true, true]);
    expect([0.5, '1', Number.MAX_SAFE_INTEGER + 1, Number.NaN, null].map((value) => fen.Check(value))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('contract 2 an idempotency key is 16 to 64 of its alphabet', () => {
    const key = Compile(words.idempotencyKey());
    expect(['a'.repeat(16), 'A-_9'.repeat(16)].map((value) => key.Check(value))).toEqual([true, true]);
    expect(
      ['a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}\n`, `${'a'.repeat(15)}é`].map((value) => key.Check(value)),
    ).toEqual([false, false, false, false]);
  });

  it('contract 4 a page starts at 1 and holds 10 to 100', () => {
    const page = Compile(words.object(words.pageFields));
    expect([{}, { page: 1, pageSize: 10 }, { page: 10_000, pageSize: 100 }].map((value) => page.Check(value))).toEqual([
      true,
      true,
      true,
    ]);
    for (const wrong of [{ page: 0 }, { pageSize: 9 }, { pageSize: 101 }, { page: 1.5 }, { page: '1' }, { size: 10 }]) {
      expect(page.Check(wrong), JSON.stringify(wrong)).toBe(false);
    }
  });
});
