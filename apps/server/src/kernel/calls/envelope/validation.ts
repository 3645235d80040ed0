import type { OperationSpec, SealedKind } from '@ronghui/contract';
import Type, { type TObject, type TSchema } from 'typebox';
import { compiledSchema } from '#kernel/calls/envelope/compiled-schema';
import { nameFields } from '#kernel/calls/envelope/name-fields';
import { fieldsAtMost, type Payload } from '#kernel/calls/envelope/payload-text';
import { type SchemaFault, sentenceOf } from '#kernel/calls/envelope/validation-messages';
import { type WrongField, wrongFields } from '#kernel/refusal';

/** A sealed field of a payload: its path and its kind. */
export interface SealedField {
  readonly path: readonly string[];
  readonly kind: SealedKind;
  readonly malformed: 'wrongPair' | 'refusedUnlessEmpty' | 'refused';
}

/** The rules of one payload. */
export interface PayloadRules {
  readonly sealed: readonly SealedField[];
  /** How many keys it may have in total. */
  readonly fieldsAtMost: number;
  /** Throws a 422 that names every wrong field. Sealed fields need only be texts; their content is checked after decryption. */
  check(payload: unknown): void;
  /** Makes every name of a checked payload plain, in place: what is stored, compared and remembered under a key is that form. */
  tidyNames(payload: Payload): void;
}

interface SealedMark {
  readonly kind: SealedKind;
  readonly malformed?: 'wrongPair' | 'refusedUnlessEmpty';
}

const markOf = (schema: TSchema): SealedMark | undefined =>
  'x-sealed' in schema ? (schema['x-sealed'] as SealedMark) : undefined;

const propertiesOf = (schema: TSchema): Record<string, TSchema> | undefined =>
  'properties' in schema ? (schema['properties'] as Record<string, TSchema>) : undefined;

/** Collects the sealed fields, and replaces each by any text in the schema. */
const openSchema = (schema: TSchema, path: readonly string[], found: SealedField[]): TSchema => {
  const mark = markOf(schema);
  if (mark !== undefined) {
    found.push({ path, kind: mark.kind, malformed: mark.malformed ?? 'refused' });
    return '~optional' in schema ? Type.Optional(Type.String()) : Type.String();
  }
  const properties = propertiesOf(schema);
  if (properties === undefined) return schema;
  const opened = Object.entries(properties).map(([name, child]) => [name, openSchema(child, [...path, name], found)]);
  return { ...schema, properties: Object.fromEntries(opened) };
};

const dotted = (instancePath: string, last?: string): string =>
  [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])]
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

const namesIn = (fault: SchemaFault, param: string): string[] => {
  const names = fault.params[param];
  return Array.isArray(names) ? names.map(String) : [];
};

const fieldsOf = (fault: SchemaFault): WrongField[] => {
  const message = sentenceOf(fault);
  switch (fault.keyword) {
    case 'required':
      return namesIn(fault, 'requiredProperties').map((name) => ({ path: dotted(fault.instancePath, name), message }));
    case 'additionalProperties':
      return namesIn(fault, 'additionalProperties').map((name) => ({
        path: dotted(fault.instancePath, name),
        message,
      }));
    default:
      return [{ path: dotted(fault.instancePath), message }];
  }
};

const maxFields = 20;

/** The first error of each wrong field, as a sentence. */
const collect = (faults: Iterable<SchemaFault>): WrongField[] => {
  const byPath = new Map<string, WrongField>();
  for (const fault of faults) {
    for (const field of fieldsOf(fault)) if (!byPath.has(field.path)) byPath.set(field.path, field);
    if (byPath.size >= maxFields) break;
  }
  return [...byPath.values()].map(({ path, message }) => ({ path: path.slice(0, 200), message }));
};

/** The rules of an operation's payload. @source house 4, R5.5 */
export const compileRules = (spec: Pick<OperationSpec, 'request'>): PayloadRules => {
  const sealed: SealedField[] = [];
  // Rebuilding an object schema with the same keywords yields an object schema.
  const schema = openSchema(spec.request, [], sealed) as TObject;
  const rules = compiledSchema(schema);
  return {
    sealed,
    tidyNames: nameFields(spec.request),
    fieldsAtMost: fieldsAtMost(spec.request),
    check(payload) {
      if (!rules.fits(payload)) throw wrongFields(collect(rules.faults(payload)));
    },
  };
};
