import { type OperationSpec, operations } from '@ronghui/contract';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileRules } from '#kernel/calls/envelope/validation';
import { sentences } from '#kernel/calls/envelope/validation-messages';
import { createRegistry } from '#kernel/calls/registry';
import { compileReply } from '#kernel/calls/replies/reply-filter';
import { type Refusal, type WrongField } from '#kernel/refusal';

const fieldsOf = (spec: Pick<OperationSpec, 'request'>, payload: unknown): readonly WrongField[] => {
  try {
    compileRules(spec).check(payload);
    return [];
  } catch (error) {
    // The refusal that `check` throws.
    return ((error as Refusal).data?.['fields'] ?? []) as WrongField[];
  }
};

/** Keywords that only annotate, or that structure other keywords. */
const describing = new Set([
  'properties',
  'items',
  'additionalProperties',
  'patternProperties',
  'x-fen',
  'x-sum',
  'x-id',
  'x-name',
  'x-sealed',
  'x-file',
  'format',
]);

describe('R5.5 sentences', () => {
  it('R5.5 every keyword of every payload has a Chinese sentence', () => {
    const keywords = new Set<string>();
    JSON.stringify(
      Object.values(operations as Record<string, OperationSpec>).map(({ request }) => request),
      (_, value) => {
        if (
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          // A field may be called `type` too; its value is a schema.
          (typeof Object(value).type === 'string' || 'enum' in value || 'anyOf' in value)
        ) {
          for (const keyword of Object.keys(value)) keywords.add(keyword);
        }
        return value;
      },
    );
    for (const keyword of keywords) if (!describing.has(keyword)) expect(Object.keys(sentences)).toContain(keyword);
  });

  it('R5.5 all wrong fields are named together, each once by its path', () => {
    const spec = {
      request: Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 3 }),
          list: Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }), {
            maxItems: 2,
          }),
          word: Type.Enum(['a', 'b']),
        },
        { additionalProperties: false },
      ),
    };
    expect(fieldsOf(spec, { name: 'long', list: [{ id: 0, x: 1 }], word: 'c', more: 1 })).toEqual(
      expect.arrayContaining([
        { path: 'name', message: '最多 3 个字符' },
        { path: 'list.0.id', message: '不能小于 1' },
        { path: 'list.0.x', message: '不支持此字段' },
        { path: 'word', message: '取值不在允许范围内' },
        { path: 'more', message: '不支持此字段' },
      ]),
    );
    expect(fieldsOf(spec, { list: 'x' })).toEqual([
      { path: 'name', message: '此项必填' },
      { path: 'word', message: '此项必填' },
      { path: 'list', message: '应为列表' },
    ]);
  });

  it('R5.5 a payload with very many wrong fields is answered with a short list', () => {
    const payload = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${'x'.repeat(500)}${at}`, 1]));
    const fields = fieldsOf({ request: Type.Object({}, { additionalProperties: false }) }, payload);
    expect(JSON.stringify(fields).length).toBeLessThan(8000);
  });
});

describe('R8.5 the allow-list of replies', () => {
  it('R8.5 drops unnamed fields at every depth, keeps null, and leaves out undefined', () => {
    const shape = Type.Object({
      a: Type.Union([
        Type.Object({ kind: Type.Literal('x'), b: Type.String() }),
        Type.Object({ kind: Type.Literal('y') }),
        Type.Null(),
      ]),
      list: Type.Array(Type.Object({ id: Type.String() })),
      map: Type.Record(Type.String(), Type.Object({ n: Type.Integer() })),
      maybe: Type.Optional(Type.String()),
    });
    const filter = compileReply(shape, false);
    const value = {
      a: { kind: 'x', b: 'b', pwd: 1 },
      list: [{ id: '1', pwd: 1 }],
      map: { k: { n: 1, pwd: 1 } },
      maybe: undefined,
      pwd: 1,
    };
    expect(filter(value)).toStrictEqual({ a: { kind: 'x', b: 'b' }, list: [{ id: '1' }], map: { k: { n: 1 } } });
    expect(filter({ ...value, a: null })).toMatchObject({ a: null });
    expect(filter({ ...value, a: { kind: 'y', b: 'dropped' } })).toMatchObject({ a: { kind: 'y' } });
    expect(JSON.stringify(filter(value))).not.toContain('pwd');
  });

  it('R8.5 where replies are checked, a reply that breaks its contract is a fault that names the field', () => {
    const filter = compileReply(Type.Object({ n: Type.Integer() }), true);
    expect(() => filter({ n: 'x' })).toThrow(/\/n/);
    expect(() => filter({})).toThrow(/contract/);
    expect(filter({ n: 1 })).toEqual({ n: 1 });
  });
});

describe('R6.3 the registry', () => {
  const spec: OperationSpec = {
    path: '/ftc/api/x/y',
    summary: 'x',
    who: 'visitor',
    request: Type.Object({}),
    reply: Type.Object({}),
  };
  const handlers = { 'x.y': async () => ({}), 'x.z': async () => ({}) };
  const start =
    (specs: Record<string, unknown>, given: Record<string, () => Promise<object>> = handlers) =>
    () =>
      createRegistry(specs as Record<string, OperationSpec>, given, { exactReplies: false });

  it('R6.3 the start fails on an operation without a handler, without `who`, on another’s path or with contradictory flags', () => {
    expect(start({ 'x.y': spec })).not.toThrow();
    expect(start({ 'x.y': spec }, {})).toThrow(/x\.y: no handler/);
    expect(start({ 'x.y': { ...spec, who: undefined } })).toThrow(/who/);
    expect(start({ 'x.y': { ...spec, path: '/elsewhere' } })).toThrow(/path/);
    expect(start({ 'x.y': spec, 'x.z': spec })).toThrow(/another/);
    expect(start({ 'x.y': { ...spec, idempotent: true, writes: true } })).toThrow(/idempotencyKey/);
    expect(start({ 'x.y': { ...spec, content: true, writes: true } })).toThrow(/content/);
    expect(start({ 'x.y': { ...spec, content: true, who: 'merchant' } })).toThrow(/content/);
  });
});
