/** Data of a request; null and undefined are skipped at every depth, and what has `toJSON` counts as its result. */
export type RequestData = { readonly [name: string]: unknown };

/** A form-encoded pair: its bracketed name and its text. */
export type FormPair = [name: string, value: string];

type Tidy = string | number | boolean | readonly Tidy[] | { readonly [name: string]: Tidy };

/**
 * Lists the pairs of a form encoding: `a[]=1` for arrays, `a[0][b]=1` for arrays of objects, `a[b]=1` for objects
 * within, nulls skipped.
 *
 * @reason TypeError  a value that is neither plain nor has `toJSON`, such as a file, a map or a function
 * @source R12.8
 */
export function toFormPairs(data: RequestData): FormPair[] {
  const pairs: FormPair[] = [];
  const add = (name: string, value: Tidy): void => {
    if (isList(value)) {
      for (const [at, item] of value.entries()) add(typeof item === 'object' ? `${name}[${at}]` : `${name}[]`, item);
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else {
      pairs.push([name, String(value)]);
    }
  };
  for (const [name, value] of Object.entries(tidyData(data))) add(name, value);
  return pairs;
}

/** Encodes data as `application/x-www-form-urlencoded`. @source R12.8 */
export function encodeForm(data: RequestData): string {
  return new URLSearchParams(toFormPairs(data)).toString();
}

/** Data as JSON text without its nulls; inside arrays too, as in the form encoding. @source R12.8 */
export function encodeJson(data: unknown): string {
  return JSON.stringify(tidy(data, 'data')) ?? 'null';
}

/** Data without its nulls, as `encodeJson` writes it. @source R12.8 */
export function withoutNulls(data: RequestData): RequestData {
  return tidyData(data);
}

const isList = (value: Tidy): value is readonly Tidy[] => Array.isArray(value);

function tidyData(data: RequestData): { readonly [name: string]: Tidy } {
  const plain = tidy(data, 'data') ?? {};
  if (typeof plain === 'object' && !isList(plain)) return plain;
  throw new TypeError('chat-kit: the data of a request is an object of named values');
}

const hasToJson = (value: unknown): value is { toJSON: () => unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';

/** Whether an object was written as a literal or parsed from JSON, in any frame of the page. */
function isPlain(value: object): value is RequestData {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function tidy(given: unknown, path: string): Tidy | undefined {
  const value = hasToJson(given) ? given.toJSON() : given;
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.map((item, at) => tidy(item, `${path}[${at}]`)).filter((item) => item !== undefined);
  }
  if (typeof value === 'object' && isPlain(value)) {
    const named = Object.entries(value).map(([key, inner]) => [key, tidy(inner, `${path}.${key}`)] as const);
    return Object.fromEntries(named.filter((pair): pair is [string, Tidy] => pair[1] !== undefined));
  }
  throw new TypeError(`chat-kit: ${path} is ${kindOf(value)}, which a request cannot carry`);
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  return `an instance of ${value.constructor.name || 'a class'}`;
}
