/** Data of a request; null and undefined are skipped at every depth. */
export type RequestData = { readonly [name: string]: unknown };

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const isPlain = (value: unknown): value is RequestData =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Blob);

/** A form-encoded pair: its bracketed name and its text. */
export type FormPair = [name: string, value: string];

/**
 * Lists the pairs of a form encoding: `a[]=1` for arrays, `a[b]=1` for objects within, nulls skipped.
 *
 * @source R12.8
 */
export function toFormPairs(data: RequestData): FormPair[] {
  const pairs: FormPair[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return;
    if (Array.isArray(value)) {
      for (const item of value) add(`${name}[]`, item);
    } else if (isPlain(value)) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else {
      pairs.push([name, toText(value)]);
    }
  };
  for (const [name, value] of Object.entries(data)) add(name, value);
  return pairs;
}

/** Encodes data as `application/x-www-form-urlencoded`. @source R12.8 */
export function encodeForm(data: RequestData): string {
  return new URLSearchParams(toFormPairs(data)).toString();
}

/** Data as JSON text without its nulls; inside arrays too, as in the form encoding. @source R12.8 */
export function encodeJson(data: unknown): string {
  return JSON.stringify(stripped(data)) ?? 'null';
}

/** Data without its nulls, as `encodeJson` writes it. @source R12.8 */
export function withoutNulls(data: RequestData): RequestData {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, inner]) => inner !== null && inner !== undefined)
      .map(([key, inner]) => [key, stripped(inner)]),
  );
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== undefined).map(stripped);
  return isPlain(value) ? withoutNulls(value) : value;
}
