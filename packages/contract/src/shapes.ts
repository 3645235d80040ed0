import { type Fen, type FenSum, largestAmount } from '@ronghui/domain/money';
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * The builders of all schemas. Operations use nothing else: the builders close objects, bound texts and lists, and
 * refuse NUL and lone surrogates, which would make PostgreSQL fail with a 500 (house 4).
 */

/**
 * Refuses NUL, control characters other than tab and line breaks, and lone surrogates. Characters beyond the first
 * plane (rare names, emoji) pass, whether an engine reads the pattern by code points, as JSON Schema requires, or by
 * UTF-16 units.
 */
const cleanText =
  '^(?:[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';

/** An object with exactly these fields (R5.5). */
export const object = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false });

/** Marks a field as optional. */
export const optional = Type.Optional;

/** A text of at most `max` code points (as PostgreSQL counts them) and at least `min` (default 1; 0 allows the empty text). */
export const text = (max: number, { min = 1, pattern = cleanText }: { min?: number; pattern?: string } = {}) =>
  Type.String({ minLength: min, maxLength: max, pattern });

/** What is seen: neither a space of any script nor a sign without width. */
const namedText = `^(?=[\\s\\S]*[^\\s\\u0085\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff])${cleanText.slice(1)}`;

const markedName = (max: number, min: number, pattern: string) =>
  Type.String({ minLength: min, maxLength: max, pattern, 'x-name': true });

/** A name that somebody gives: a text with a sign that is seen. Dispatch makes it one line without signs that nobody sees. */
export const name = (max: number) => markedName(max, 1, namedText);

/** The same where a draft may lack it, or where the operation says itself what is wrong with it. */
export const typedName = (max: number, { min = 1 }: { min?: number } = {}) => markedName(max, min, cleanText);

/** One of several fixed words. */
export const word = <const W extends readonly string[]>(words: W) => Type.Enum<[...W]>([...words]);

/** A generated id; marked, so that the matrix test and `/operations.json` know which inputs are ids. */
export const id = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$', 'x-id': true });

/** A payment code as it is printed (receipts 2.3). */
export const paymentCode = () => text(8, { min: 8, pattern: '^[234679ACDEFGHJKMNPRTWXY]{8}$' });

/** An idempotency key (contract 2). */
export const idempotencyKey = () => Type.String({ minLength: 16, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** Money: an integer number of fen within the safe range (R3.7), marked as such; `Fen` for handlers and callers. */
export const fen = ({
  min = -Number.MAX_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
}: {
  min?: number;
  max?: number;
} = {}) => Type.Unsafe<Fen>(Type.Integer({ minimum: min, maximum: max, 'x-fen': true }));

/** Money that one line, claim, adjustment, payment or rule says, within the bound of one amount (billing.md, bills). */
export const billedFen = ({ min = 0 }: { min?: number } = {}) => fen({ min, max: largestAmount });

/** The digits of an integer beyond the safe range. */
const beyondSafe = () => Type.String({ minLength: 16, maxLength: 40, pattern: '^-?[1-9][0-9]{15,38}$' });

/** A sum of money over many rows: a number, or beyond the safe range a decimal text (contract, first part). */
export const fenSum = ({ min = -Number.MAX_SAFE_INTEGER }: { min?: number } = {}) =>
  Type.Unsafe<FenSum>(Type.Union([fen({ min }), beyondSafe()], { 'x-sum': true }));

/** A sum of quantities over many rows, in the same form. */
export const quantitySum = () =>
  Type.Unsafe<number | string>(
    Type.Union([whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), beyondSafe()], { 'x-sum': true }),
  );

/** An integer between two inclusive bounds. */
export const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** How many there are of something. */
export const count = () => whole(0, Number.MAX_SAFE_INTEGER);

/** How often a record has been stored; a writer sends the one that was read. */
export const version = () => whole(1, Number.MAX_SAFE_INTEGER);

/** A boolean. */
export const flag = () => Type.Boolean();

/** An instant: ISO 8601 in UTC, with milliseconds. */
export const isoTime = () => Type.String({ minLength: 20, maxLength: 24, pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });

/** A list of at most `max` items (default 500). */
export const list = <S extends TSchema>(item: S, { min = 0, max = 500 }: { min?: number; max?: number } = {}) =>
  Type.Array(item, { minItems: min, maxItems: max });

/** A value that may be null. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A union of several shapes. */
export const either = Type.Union;

/** A literal. */
export const exactly = Type.Literal;

/** A map with bounded keys; for replies only. */
export const mapOf = <S extends TSchema>(value: S) => Type.Record(Type.String({ maxLength: 64 }), value);

/** What a decrypted sealed field contains; decides how it is normalised and checked. */
export type SealedKind = 'mobile' | 'password' | 'residentId' | 'bankAccount' | 'contact';

/**
 * A field that travels as RSA-OAEP ciphertext in base64 (contract 3). The client seals it, dispatch decrypts it, the
 * handler receives plain text. `malformed: 'wrongPair'` (login only) passes a malformed mobile to the handler;
 * elsewhere it is a 422, except for an empty value under `'refusedUnlessEmpty'`, which the operation answers itself.
 */
export const sealed = (kind: SealedKind, options: { malformed?: 'wrongPair' | 'refusedUnlessEmpty' } = {}) =>
  Type.String({ minLength: 1, maxLength: 1024, pattern: '^[A-Za-z0-9+/]+={0,2}$', 'x-sealed': { kind, ...options } });

/** The public key's id, sent with every payload that has a sealed field. */
export const kid = () => Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** A day in Shanghai: `2026-11-20`. */
export const day = () => Type.String({ minLength: 10, maxLength: 10, pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

/** One inclusive end of a range: a day in Shanghai, `2026-11-20`, or an instant in UTC. */
export const dayOrTime = () =>
  Type.String({
    minLength: 10,
    maxLength: 24,
    pattern: '^\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z)?$',
  });

/** Selects a page of a list (contract 4). Page 1 includes the total; other pages include it when `withTotal` is true. */
export const pageFields = {
  page: optional(whole(1, Number.MAX_SAFE_INTEGER)),
  pageSize: optional(whole(10, 100)),
  withTotal: optional(flag()),
};

/** The page in the payload of a list, where a sum or a file of its whole filter takes that payload as it is: it changes nothing. */
export const unusedPage = { page: pageFields.page, pageSize: pageFields.pageSize };

/** The same for a list that also supports a cursor, which reaches rows beyond the page limit (contract 4). */
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

/** A page of a list, newest first unless the operation says otherwise. */
export const pageOf = <S extends TSchema>(item: S) => object(pageReply(item));

/** The same with the cursor of the next part; null at the end. */
export const cursorPageOf = <S extends TSchema>(item: S) =>
  object({ ...pageReply(item), nextCursor: nullable(text(200)) });

/** Who took the newest step with a record, when, and which; without one nobody has. Who comes second reads who was first. */
export const lastStep = () => optional(object({ by: text(60, { min: 0 }), at: isoTime(), what: optional(text(100)) }));

/** The envelope of an upload, which comes before the bytes (contract 1). */
export const uploadFields = {
  name: text(255),
  /** @unit bytes */
  size: whole(1, 209_715_200),
  /** Lower-case hex digest of the bytes as sent. */
  sha256: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
};

/** Marks an operation whose reply is a file, not JSON (R7.3). */
export const file = () => Type.Unsafe<FileReply>({ type: 'string', format: 'binary', 'x-file': true });

/** A handler's file reply: name, type and bytes. */
export interface FileReply {
  readonly name: string;
  readonly mime: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly size?: number;
}
