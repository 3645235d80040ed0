import type { OperationSpec } from '@ronghui/contract';
import type { TSchema } from 'typebox';

/** Converts a schema to plain JSON Schema. */
type Shape = Readonly<Record<string, unknown>>;
const shapeOf = (schema: object): Shape => ({ ...schema });
const propertiesOf = (shape: Shape): [string, Shape][] =>
  Object.entries(Object(shape['properties'])).map(([name, child]) => [name, shapeOf(Object(child))]);
const requiredOf = (shape: Shape): readonly unknown[] => (Array.isArray(shape['required']) ? shape['required'] : []);

/** Whether a field is sealed. */
export const isSealedField = (schema: object): boolean => 'x-sealed' in schema;
const sealedKind = (shape: Shape): string => String(Object(shape['x-sealed']).kind);

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** A text that matches the schema's pattern: letters, a day, a month, an instant, a code. */
const sampleText = (shape: Shape): string => {
  const letters = 'm'.repeat(Math.max(1, numberOf(shape['minLength'], 0)));
  const pattern = new RegExp(typeof shape['pattern'] === 'string' ? shape['pattern'] : '', 'u');
  return (
    [
      letters,
      '2026-11-20',
      '2026-11',
      '2026-11-20T00:00:00.000Z',
      '110000',
      '11000000',
      'a'.repeat(letters.length),
    ].find((text) => pattern.test(text)) ?? letters
  );
};

const sealedSamples: Readonly<Record<string, string>> = {
  mobile: '13900000077',
  password: 'Matrix-Pass-77',
  contact: '13900000077',
  residentId: '11010519491231002X',
  bankAccount: '6222020200112233',
};

/** A value that its schema accepts. Sealed fields are plain text here, because the client seals them. */
export const sampleOf = (schema: object): unknown => {
  const shape = shapeOf(schema);
  if (isSealedField(shape)) return sealedSamples[sealedKind(shape)];
  if (Array.isArray(shape['enum'])) return shape['enum'][0];
  if ('const' in shape) return shape['const'];
  if (Array.isArray(shape['anyOf'])) return sampleOf(Object(shape['anyOf'][0]));
  switch (shape['type']) {
    case 'string':
      return sampleText(shape);
    case 'integer':
      return Math.max(1, numberOf(shape['minimum'], 0));
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: numberOf(shape['minItems'], 0) }, () => sampleOf(Object(shape['items'])));
    default:
      return Object.fromEntries(
        propertiesOf(shape).flatMap(([name, child]) =>
          requiredOf(shape).includes(name) ? [[name, sampleOf(child)]] : [],
        ),
      );
  }
};

/** One way to make a field invalid. */
export interface WrongValue {
  readonly about: string;
  readonly value: unknown;
}

const otherTypes = (shape: Shape): WrongValue[] => {
  const all: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['number', 7.5],
    ['string', 'nonsense value'],
    ['boolean', true],
    ['array', [[]]],
    ['object', { x: 1 }],
  ];
  const own = new Set<unknown>([shape['type'] === 'integer' ? 'integer' : shape['type']]);
  if ('x-sealed' in shape) own.add('string');
  return all.flatMap(([name, value]) => (own.has(name) ? [] : [{ about: `of type ${name}`, value }]));
};

/** The non-null alternative of a nullable field. */
const filledOf = (shape: Shape): Shape | undefined => {
  const parts = Array.isArray(shape['anyOf']) ? shape['anyOf'].map((part) => shapeOf(Object(part))) : [];
  const filled = parts.filter((part) => part['type'] !== 'null');
  return filled.length === 1 && filled.length < parts.length ? filled[0] : undefined;
};

/** Values that a field's schema refuses. */
export const wrongValuesOf = (schema: object): WrongValue[] => {
  const shape = shapeOf(schema);
  const filled = filledOf(shape);
  if (filled !== undefined) return wrongValuesOf(filled).filter(({ value }) => value !== null);
  const wrong = otherTypes(shape);
  if (isSealedField(shape)) return wrong;
  const max = numberOf(shape['maxLength'], -1);
  if (max >= 0 && max < 5000) wrong.push({ about: 'too long', value: 'm'.repeat(max + 1) });
  if (numberOf(shape['minLength'], 0) > 0) wrong.push({ about: 'empty', value: '' });
  if (shape['type'] === 'string') {
    wrong.push({ about: 'with NUL', value: `m\u0000${'m'.repeat(20)}`.slice(0, Math.max(2, max)) });
    wrong.push({ about: 'with half a pair', value: `m\ud800${'m'.repeat(20)}`.slice(0, Math.max(2, max)) });
  }
  if (shape['type'] === 'integer') {
    wrong.push({ about: 'below', value: numberOf(shape['minimum'], 0) - 1 });
    if (numberOf(shape['maximum'], 0) < Number.MAX_SAFE_INTEGER) {
      wrong.push({ about: 'above', value: numberOf(shape['maximum'], 0) + 1 });
    }
    wrong.push({ about: 'a fraction', value: Math.max(numberOf(shape['minimum'], 0), 0) + 0.5 });
  }
  if (shape['type'] === 'array') {
    const item = sampleOf(Object(shape['items']));
    const most = numberOf(shape['maxItems'], 500);
    if (most <= 100) wrong.push({ about: 'too many', value: Array.from({ length: most + 1 }, () => item) });
    if (numberOf(shape['minItems'], 0) > 0) wrong.push({ about: 'too few', value: [] });
  }
  return wrong;
};

/** A field of a payload with its parent. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: TSchema;
  readonly required: boolean;
}

/** The type that a field is checked against, null excepted. */
const bodyOf = (shape: Shape): Shape => filledOf(shape) ?? shape;

/** Every field of an operation's payload, those inside objects and lists included. */
export const fieldsOf = (spec: Pick<OperationSpec, 'request'>): Field[] => {
  const inside = (shape: Shape, path: readonly string[]): Field[] => {
    const body = bodyOf(shape);
    if (body['type'] !== 'array')
      return propertiesOf(body).flatMap(([name, child]) => field(child, [...path, name], body));
    const least = numberOf(body['minItems'], 0) > 0 ? { required: ['0'] } : {};
    return field(shapeOf(Object(body['items'])), [...path, '0'], least);
  };
  const field = (schema: Shape, path: readonly string[], parent: Shape): Field[] => [
    // A property of a schema is a schema.
    { path, schema: schema as TSchema, required: requiredOf(parent).includes(path.at(-1)) },
    ...inside(schema, path),
  ];
  return inside(shapeOf(spec.request), []);
};

/** Whether a field contains a generated id, or null. */
export const isIdField = ({ schema }: Pick<Field, 'schema'>): boolean => 'x-id' in bodyOf(shapeOf(schema));

/** A payload with one field replaced, or removed when the value is `undefined`. */
export const withField = (payload: unknown, path: readonly string[], value: unknown): unknown => {
  const [name = '', ...rest] = path;
  if (Array.isArray(payload)) return [rest.length === 0 ? value : withField(payload[0], rest, value)];
  const whole: Record<string, unknown> = { ...Object(payload) };
  if (rest.length > 0) whole[name] = withField(whole[name] ?? (rest[0] === '0' ? [{}] : {}), rest, value);
  else if (value === undefined) delete whole[name];
  else whole[name] = value;
  return whole;
};

const valueAt = (payload: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => Object(value ?? {})[name], payload);

/** The payload with an item in each optional list that the field is in: otherwise the item's other fields would be missing. */
export const withItemsOf = (spec: Pick<OperationSpec, 'request'>, { path }: Field, payload: unknown): unknown =>
  fieldsOf(spec)
    .filter((list) => list.path.at(-1) === '0' && list.path.length < path.length)
    .filter((list) => list.path.every((name, at) => name === path[at]))
    .filter((list) => valueAt(payload, list.path) === undefined)
    .reduce((whole, list) => withField(whole, list.path, sampleOf(list.schema)), payload);
