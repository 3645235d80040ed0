import type { Fen } from '@ronghui/domain/money';
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * The words that schemas are built from. Nothing else may appear in an operation: these close objects, bound texts and lists, and
 * refuse NUL and lone surrogates, which PostgreSQL would turn into a 500 (house 4).
 */

/**
 * No NUL, no other control character but tab and line breaks, no lone surrogate; characters beyond the first plane (rare names, emoji)
 * pass whether an engine reads the pattern by code points, as JSON Schema asks, or by UTF-16 units.
 */
const cleanText =
  '^(?:[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';

/** An object that has these fields and no others (R5.5). */
export const object = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });

/** Marks a field as one that may be left out. */
export const optional = Type.Optional;

/** A text of at most `max` code points (as PostgreSQL counts them), at least `min` (1 unless told; 0 allows the empty text). */
export const text = (max: number, { min = 1, pattern = cleanText }: { min?: number; pattern?: string } = {}) =>
  Type.String({ minLength: min, maxLength: max, pattern });

/** One of some words. */
export const word = <const W extends readonly string[]>(words: W) => Type.Enum<[...W]>([...words]);

/** An id made by us; marked, so that the matrix test and `/operations.json` know which inputs are ids. */
export const id = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$', 'x-id': true });

/** An idempotency key (contract 2). */
export const idempotencyKey = () => Type.String({ minLength: 16, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** Money: an integer number of fen within the safe range (R3.7); `Fen` for handlers and callers. */
export const fen = ({
  min = -Number.MAX_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: {
  min?: number;
  max?: number;
} = {}) => Type.Unsafe<Fen>(Type.Integer({ minimum: min, maximum: max }));

/** A whole number between two bounds, both included. */
export const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** Yes or no. */
export const flag = () => Type.Boolean();

/** An instant: ISO 8601 in UTC, with milliseconds. */
export const isoTime = () => Type.String({ minLength: 20, maxLength: 24, pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });

/** A list of at most `max` (500 unless told). */
export const list = <S extends TSchema>(item: S, { min = 0, max = 500 }: { min?: number; max?: number } = {}) =>
  Type.Array(item, { minItems: min, maxItems: max });

/** A value that may be null. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Either of several shapes. */
export const either = Type.Union;

/** Exactly this value. */
export const exactly = Type.Literal;

/** A map with bounded keys; replies only. */
export const mapOf = <S extends TSchema>(value: S) => Type.Record(Type.String({ maxLength: 64 }), value);

/** What a sealed field holds once it is open: decides how it is normalised and checked. */
export type SealedKind = 'mobile' | 'password' | 'residentId' | 'bankAccount' | 'contact';

/**
 * A field that travels as RSA-OAEP ciphertext in base64 (contract 3). The client seals it, dispatch opens it, the handler sees
 * plain text. `malformed: 'wrongPair'` (login alone) hands a malformed mobile to the handler; elsewhere it is a 422, but for an empty one
 * under `'refusedUnlessEmpty'`, where the operation has an answer of its own to it.
 */
export const sealed = (kind: SealedKind, options: { malformed?: 'wrongPair' | 'refusedUnlessEmpty' } = {}) =>
  Type.String({ minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9+/]+={0,2}$', 'x-sealed': { kind, ...options } });

/** The public key's id, which goes with every payload that has a sealed field. */
export const kid = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** A day in Shanghai, `2026-11-20`, or an instant in UTC: an end of a range, both included. */
export const dayOrTime = () =>
  Type.String({
    minLength: 10,
    maxLength: 24,
    pattern: '^\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z)?$',
  });

/** Which part of a list (contract 4); its length comes with page 1, and elsewhere when `withTotal` is true. */
export const pageFields = {
  page: optional(whole(1, Number.MAX_SAFE_INTEGER)),
  pageSize: optional(whole(10, 100)),
  withTotal: optional(flag()),
};

/** The same of a list that can be read on from where a part of it ended, however far (contract 4). */
export const cursorFields = {
  ...pageFields,
  cursor: optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' })),
};

const pageReply = <S extends TSchema>(item: S) => ({
  items: list(item, { max: 100 }),
  total: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  totalIsExact: optional(flag()),
  page: whole(1, Number.MAX_SAFE_INTEGER),
  pageSize: whole(10, 100),
});

/** A page of a list, newest first, or as the operation says. */
export const pageOf = <S extends TSchema>(item: S) => object(pageReply(item));

/** The same with what asks for the part after it; null at the end. */
export const cursorPageOf = <S extends TSchema>(item: S) =>
  object({ ...pageReply(item), nextCursor: nullable(text(200)) });

/** The reply is a file, not JSON (R7.3). */
export const file = () => Type.Unsafe<FileReply>({ type: 'string', format: 'binary', 'x-file': true });

/** What a handler returns for a file: its name as given, its type, and the bytes. */
export interface FileReply {
  readonly name: string;
  readonly mime: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly size?: number;
}
