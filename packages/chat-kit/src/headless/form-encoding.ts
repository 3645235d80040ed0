/** What a request may carry; null and undefined are skipped wherever they stand. */
export type RequestData = { readonly [name: string]: unknown };

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const isPlain = (value: unknown): value is RequestData =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Blob);

/** A value in form encoding: its bracketed name and its text, in order. */
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

/** Writes data as `application/x-www-form-urlencoded`. @source R12.8 */
export function encodeForm(data: RequestData): string {
  return new URLSearchParams(toFormPairs(data)).toString();
}

/** Data as JSON text with its nulls skipped; in arrays too, as in the form encoding. @source R12.8 */
export function encodeJson(data: unknown): string {
  return JSON.stringify(stripped(data)) ?? 'null';
}

/** Data with its nulls skipped, as `encodeJson` writes it. @source R12.8 */
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
