import { isAscii, isUtf8 } from 'node:buffer';
import type { Envelope } from '#kernel/calls/envelope/signature';
import { Refusal } from '#kernel/calls/refusal';

type Field = keyof Envelope;
const fields: ReadonlySet<string> = new Set<Field>(['channel', 'keyId', 'timestamp', 'nonce', 'data', 'sign']);
const isField = (name: string): name is Field => fields.has(name);

const malformed = (): Refusal => new Refusal('RHSY400');

/** Strict: `%` needs two hexadecimal digits, and what they spell is UTF-8. Most fields need no decoding at all. */
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

/** An envelope to be filled. */
export const emptyEnvelope = (): { -readonly [F in Field]: string | null } => ({
  channel: null,
  keyId: null,
  timestamp: null,
  nonce: null,
  data: null,
  sign: null,
});

/** Puts one field into an envelope; a second one of its name, or a name that is not the contract's, is a 400. */
export const fillField = (envelope: ReturnType<typeof emptyEnvelope>, name: string, value: string): void => {
  if (!isField(name) || envelope[name] !== null) throw malformed();
  envelope[name] = value;
};

/**
 * The fields of a form body, in one pass, each at most once, none but the contract's; brackets, repeated fields, bad escapes and bad
 * UTF-8 are refused (contract 1, security 4.2).
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

const formType = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i;

/** Whether a Content-Type is the one that calls have, in no charset but UTF-8. */
export const isFormType = (contentType: string | undefined): boolean =>
  contentType === 'application/x-www-form-urlencoded; charset=UTF-8' ||
  (contentType !== undefined && formType.test(contentType));
