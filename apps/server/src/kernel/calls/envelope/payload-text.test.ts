import { type OperationSpec, operations } from '@ronghui/contract';
import { describe, expect, it } from 'vitest';
import { parsePayload } from '#kernel/calls/envelope/payload-text';
import { compileRules } from '#kernel/calls/envelope/validation';
import { standardLimits } from '#kernel/setup/limits';
import { sampleOf } from '#kernel/testing/payload-samples';

type Shape = Readonly<Record<string, unknown>>;
const shapeOf = (schema: unknown): Shape => ({ ...Object(schema) });

const keysOf = (value: unknown): number => (JSON.stringify(value).match(/"[^"]*":/g) ?? []).length;

/** The smallest values of a schema with all their fields and the most items, but no list longer than `longest`. */
const fullOf = (schema: unknown, longest: number): unknown => {
  const shape = shapeOf(schema);
  if (Array.isArray(shape['anyOf'])) {
    const parts = shape['anyOf'].map((part) => fullOf(part, longest));
    return parts.toSorted((one, other) => keysOf(other) - keysOf(one))[0];
  }
  if (shape['type'] === 'array') {
    const item =
      Array.isArray(shape['items']) || 'not' in shapeOf(shape['items']) ? null : fullOf(shape['items'], longest);
    return item === null ? [] : Array.from({ length: Math.min(Number(shape['maxItems']), longest) }, () => item);
  }
  if (shape['type'] !== 'object' || shape['properties'] === undefined) return sampleOf(shape);
  return Object.fromEntries(
    Object.entries(shapeOf(shape['properties'])).map(([name, child]) => [name, fullOf(child, longest)]),
  );
};

/** The largest payload that fits into the text of a call: lists as long as declared, or as there is room for. */
const largestPayload = (spec: OperationSpec, bytes: number): unknown => {
  const fits = (longest: number) => Buffer.byteLength(JSON.stringify(fullOf(spec.request, longest))) <= bytes;
  const [most = 0] = [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 15, 10, 5, 3, 2, 1].filter(fits);
  return fullOf(spec.request, most);
};

const specs: [string, OperationSpec][] = Object.entries(operations);
const bytes = standardLimits.bodyKilobytes * 1024;

describe('security 4.14 the size of a payload', () => {
  it.each(specs)('R5.5 the largest payload that %s declares is read', (_id, spec) => {
    const rules = compileRules(spec);
    const largest = largestPayload(spec, bytes);
    expect(rules.check(parsePayload(JSON.stringify(largest), rules.fieldsAtMost))).toBeUndefined();
  });

  it('R5.5 declared lists of payments, lines and bills are read whole', () => {
    const largest = (id: string, name: string): number => {
      const spec = specs.find(([each]) => each === id)?.[1];
      return spec === undefined ? 0 : Object(largestPayload(spec, bytes))[name].length;
    };
    expect(largest('ops.bill.settle', 'payments')).toBe(200);
    expect(largest('feedback.handle', 'lineAmounts')).toBe(500);
    expect(largest('bill.batchConfirm', 'bills')).toBeGreaterThanOrEqual(1000);
  });

  it('R5.5 more keys than the schema has room for are refused, and more than 500 of a small one', () => {
    const many = (keys: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1])));
    expect(() => parsePayload(many(501), 500)).toThrow();
    expect(parsePayload(many(500), 500)).toBeDefined();
    expect(compileRules({ request: operations['portal.productQueryDetail'].request }).fieldsAtMost).toBe(500);
  });
});
