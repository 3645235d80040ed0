import type { TSchema } from 'typebox';
import { compiledSchema } from '#kernel/calls/envelope/compiled-schema';

/** Copies the part of a value that a reply's schema names. */
type Filter = (value: unknown) => unknown;

const keep: Filter = (value) => value;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectFilter = (properties: Record<string, TSchema>): Filter => {
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, filter: compileFilter(schema) }));
  return (value) => {
    if (!isRecord(value)) return value;
    const kept: Record<string, unknown> = {};
    for (const { name, filter } of fields) {
      const field = value[name];
      if (field !== undefined) kept[name] = filter(field);
    }
    return kept;
  };
};

const unionFilter = (options: readonly TSchema[]): Filter => {
  const branches = options.map((schema) => ({
    filter: compileFilter(schema),
    shape: compiledSchema(openObjects(schema)),
  }));
  return (value) => {
    const branch = branches.find(({ shape }) => shape.fits(value));
    if (branch === undefined) throw new TypeError('a reply fits none of its declared shapes');
    return branch.filter(value);
  };
};

/** The same schema with additional properties allowed: decides which branch of a union a value matches, before extra fields are dropped. */
const openObjects = (schema: TSchema): TSchema => {
  const { additionalProperties: _, ...rest } = schema as TSchema & { additionalProperties?: unknown };
  return rest;
};

const compileFilter = (schema: TSchema): Filter => {
  if ('properties' in schema) return objectFilter(schema['properties'] as Record<string, TSchema>);
  if ('anyOf' in schema) return unionFilter(schema['anyOf'] as TSchema[]);
  if ('items' in schema) {
    const filter = compileFilter(schema['items'] as TSchema);
    return filter === keep ? keep : (value) => (Array.isArray(value) ? value.map(filter) : value);
  }
  if ('patternProperties' in schema) {
    const [inner] = Object.values(schema['patternProperties'] as Record<string, TSchema>);
    const filter = inner === undefined ? keep : compileFilter(inner);
    return (value) =>
      isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, filter(field)])) : value;
  }
  return keep;
};

/**
 * A reply's allow-list: fields that the contract does not name are dropped (house 4). With `exact` the value must also
 * match the schema, which tests enable and production skips for speed.
 */
export const compileReply = (schema: TSchema, exact: boolean): Filter => {
  const filter = compileFilter(schema);
  if (!exact) return filter;
  const declared = compiledSchema(schema);
  return (value) => {
    const kept = filter(value);
    if (declared.fits(kept)) return kept;
    const [fault] = declared.faults(kept);
    throw new TypeError(`a reply breaks its contract at ${fault?.instancePath || '/'}: ${fault?.message ?? ''}`);
  };
};
