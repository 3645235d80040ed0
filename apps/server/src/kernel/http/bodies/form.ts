import { isAscii, isUtf8 } from 'node:buffer';
import type { Envelope } from '#kernel/calls/envelope/signature';
import { Refusal } from '#kernel/refusal';

type Field = keyof Envelope;
const fields: ReadonlySet<string> = new Set<Field>(['channel', 'keyId', 'timestamp', 'nonce', 'data', 'sign']);
const isField = (name: string): name is Field => fields.has(name);

const malformed = (): Refusal => new Refusal('RHSY400');

/** Strict: `%` must be followed by two hexadecimal digits, and the decoded bytes must be UTF-8. Most fields need no decoding. */
const decode = (text: string): string => {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw malformed();
  }
};

const textOf = (body: Buffer): string => {
  if (isAscii(body)) return body.toString('latin1');
  if (!isUtf8(body)) throw malformed();
  return body.toString('utf8');
};

/** An envelope under construction. */
export const emptyEnvelope = (): { -readonly [F in Field]: string | null } => ({
  channel: null,
  keyId: null,
  timestamp: null,
  nonce: null,
  data: null,
  sign: null,
});

/** Adds one field to an envelope; a duplicate or unknown name is a 400. */
export const fillField = (envelope: ReturnType<typeof emptyEnvelope>, name: string, value: string): void => {
  if (!isField(name) || envelope[name] !== null) throw malformed();
  envelope[name] = value;
};

/**
 * Parses the fields of a form body in one pass: each at most once, only those of the contract. Brackets, duplicates,
 * bad escapes and bad UTF-8 are refused (contract 1, security 4.2).
 */
export const parseForm = (body: Buffer): Envelope => {
  const text = textOf(body);
  const envelope = emptyEnvelope();
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    const equals = text.indexOf('=', start);
    if (equals === -1 || equals > end) throw malformed();
    fillField(envelope, text.slice(start, equals), decode(text.slice(equals + 1, end)));
    start = end + 1;
  }
  return envelope;
};

/** Of the fields of an envelope beside its data, with their names. @unit bytes */
const envelopeBytes = 4096;

/** How long a form may be whose data is at most `dataBytes` of JSON: an escape takes three bytes for one, as in every Chinese character. @source security 4.14 */
export const formBytes = (dataBytes: number): number => 3 * dataBytes + envelopeBytes;

const formType = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i;

/** Whether a Content-Type is that of a call, with no charset other than UTF-8. */
export const isFormType = (contentType: string | undefined): boolean =>
  contentType === 'application/x-www-form-urlencoded; charset=UTF-8' ||
  (contentType !== undefined && formType.test(contentType));
