import { plainName } from '@ronghui/domain/search-text/plain-name';
import type { TSchema } from 'typebox';
import { isPayload, type Payload } from '#kernel/calls/envelope/payload-text';

/** What is done to a value in its place. */
type Tidy = (value: unknown) => unknown;

const childrenOf = (schema: object): [string, TSchema][] =>
  'properties' in schema ? Object.entries(schema.properties as Record<string, TSchema>) : [];

const inObject =
  (fields: readonly (readonly [string, Tidy])[]): Tidy =>
  (value) => {
    if (!isPayload(value)) return value;
    for (const [field, tidy] of fields) if (field in value) value[field] = tidy(value[field]);
    return value;
  };

const inList =
  (tidy: Tidy): Tidy =>
  (value) => {
    if (!Array.isArray(value)) return value;
    for (const [at, item] of value.entries()) value[at] = tidy(item);
    return value;
  };

/** The fields that one of several shapes marks as names are names in all of them. */
const inEach =
  (tidies: readonly Tidy[]): Tidy =>
  (value) =>
    tidies.reduce((tidied, tidy) => tidy(tidied), value);

/** What makes the names plain that a schema marks; null where it marks none. */
const tidyOf = (schema: TSchema): Tidy | null => {
  if ('x-name' in schema) return (value) => (typeof value === 'string' ? plainName(value) : value);
  if ('anyOf' in schema && Array.isArray(schema['anyOf'])) {
    const tidies = schema['anyOf'].map(tidyOf).filter((tidy) => tidy !== null);
    return tidies.length === 0 ? null : inEach(tidies);
  }
  if ('items' in schema && isPayload(schema['items'])) {
    const tidy = tidyOf(schema['items']);
    return tidy === null ? null : inList(tidy);
  }
  const fields = childrenOf(schema).flatMap(([field, child]) => {
    const tidy = tidyOf(child);
    return tidy === null ? [] : [[field, tidy] as const];
  });
  return fields.length === 0 ? null : inObject(fields);
};

/** Makes the names of a payload plain, in place; computed once from the schema, which says which fields are names. @source R5.5 */
export const nameFields = (schema: TSchema): ((payload: Payload) => void) => {
  const tidy = tidyOf(schema);
  return (payload) => {
    tidy?.(payload);
  };
};
