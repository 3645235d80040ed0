import type { TSchema } from 'typebox';
import { writtenKeys } from '#kernel/calls/envelope/repeated-keys';
import { Refusal, wrongFields } from '#kernel/refusal';

/** A parsed payload. */
export type Payload = Record<string, unknown>;

/** Whether a value is an object with fields. */
export const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Shape = Readonly<Record<string, unknown>>;

const shapesIn = (value: unknown): Shape[] => (isPayload(value) ? Object.values(value).filter(isPayload) : []);

/** How many keys the largest value has that a schema allows: lists at their maximum, every optional field there. */
const mostKeys = (shape: Shape): number => {
  if (Array.isArray(shape['anyOf'])) return Math.max(...shape['anyOf'].filter(isPayload).map(mostKeys));
  if (shape['type'] === 'array')
    return isPayload(shape['items']) ? Number(shape['maxItems']) * mostKeys(shape['items']) : 0;
  const named = shapesIn(shape['properties']).reduce((keys, child) => keys + 1 + mostKeys(child), 0);
  const mapped = shapesIn(shape['patternProperties']).map(
    (child) => Number(shape['maxProperties']) * (1 + mostKeys(child)),
  );
  return named + Math.max(0, ...mapped);
};

const maxDepth = 8;
/** What any payload may have: so that unknown fields are named one by one, and not refused as too many. */
const leastBound = 500;

/**
 * How many keys a payload of this schema may have in total. It follows from the bounds that the schema declares, so that none of them is
 * out of reach. @source security 4.14
 */
export const fieldsAtMost = (schema: TSchema): number => Math.max(leastBound, mostKeys({ ...schema }));

/** How many keys a payload has in total; null where it is too deep, or has too many. Iterates level by level, without recursion. */
const countKeys = (payload: Payload, most: number): number | null => {
  let level: object[] = [payload];
  let keys = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return null;
    const next: object[] = [];
    for (const holder of level) {
      const values: unknown[] = Array.isArray(holder) ? holder : Object.values(holder);
      if (!Array.isArray(holder)) keys += values.length;
      if (keys > most) return null;
      for (const value of values) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
  return keys;
};

/** Parses the text of a payload: an object, no deeper than any operation allows, with at most so many keys and none of them twice. */
export const parsePayload = (data: string | null, most: number): Payload => {
  let value: unknown;
  try {
    value = JSON.parse(data ?? '');
  } catch {
    throw new Refusal('RHSY400');
  }
  if (!isPayload(value)) throw wrongFields([{ path: 'data', message: '应为对象' }]);
  const keys = countKeys(value, most);
  if (keys === null) throw wrongFields([{ path: 'data', message: '层级过深或字段过多' }]);
  if (writtenKeys(data ?? '') !== keys) throw wrongFields([{ path: 'data', message: '字段重复' }]);
  return value;
};
