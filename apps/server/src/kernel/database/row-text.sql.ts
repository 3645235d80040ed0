import { type RawBuilder, sql } from 'kysely';

/** Between the values of a row in one text. No value holds it: files and forms with control characters are refused. */
const between = '\u001f';

/** Values in one text, in their order; null is an empty text. Each is read as a column would be. */
export const inOneText = (values: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql<string>`concat_ws(${sql.lit(between)}, ${sql.join(values.map((value) => sql`coalesce((${value})::text, '')`))})`;

/** The values of a text that was made of so many. */
export const valuesOf = (text: string, count: number): readonly string[] => {
  const values = text.split(between);
  if (values.length !== count) throw new Error(`a row has ${values.length} values instead of ${count}`);
  return values;
};

/** A text, or null. */
export const textOrNull = (value: string): string | null => (value === '' ? null : value);

/** A whole number, or null; int8 is beyond the safe range only by a bug or an attack. */
export const wholeOrNull = (value: string): number | null => {
  if (value === '') return null;
  const whole = Number(value);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a safe integer: ${value.slice(0, 40)}`);
  return whole;
};
