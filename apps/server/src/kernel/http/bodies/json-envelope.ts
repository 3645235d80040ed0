import { isUtf8 } from 'node:buffer';
import { channel } from '@ronghui/contract/wire';
import type { Envelope } from '#kernel/calls/envelope/signature';
import type { FillField } from '#kernel/http/bodies/upload';
import { Refusal } from '#kernel/refusal';

const malformed = (): Refusal => new Refusal('RHSY400');

const jsonType = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

/** Whether a Content-Type is JSON, with no charset other than UTF-8. */
export const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && jsonType.test(contentType);

/** The members before `data`, in their order; spaces between them are JSON's. */
const head =
  /^[ \t\r\n]{0,20}\{[ \t\r\n]{0,20}"reqEnvParams"[ \t\r\n]{0,20}:[ \t\r\n]{0,20}(\{[^{}]{0,600}\})[ \t\r\n]{0,20},[ \t\r\n]{0,20}"data"[ \t\r\n]{0,20}:[ \t\r\n]{0,20}/;
/** `{keyId}.{timestamp}.{nonce}.{mac}`; a key's id may have dots of its own. */
const signed = /^([A-Za-z0-9_.-]{1,200})\.(\d{1,15})\.([A-Za-z0-9_-]{1,100})\.([A-Za-z0-9_-]{1,100})$/;

const chatChannel = 'PUBCC';

/** What is known of a caller before the data is read: the channel and the parts of `sign`; those of a wrong one are absent. */
const partsOf = (text: string): Omit<Envelope, 'data'> => {
  let params: unknown;
  try {
    params = JSON.parse(text);
  } catch {
    throw malformed();
  }
  const names = Object.keys(Object(params));
  const { channel: given, sign: whole } = Object(params);
  if (names.join() !== 'channel,sign' || typeof whole !== 'string') throw malformed();
  const [, keyId = null, timestamp = null, nonce = null, sign = null] = signed.exec(whole) ?? [];
  // Dispatch knows one channel; which it is called by is this door's.
  return { channel: given === chatChannel ? channel : null, keyId, timestamp, nonce, sign };
};

/**
 * Reads `{"reqEnvParams":{"channel","sign"},"data":…}`: members in that order, nothing else. `data` is given on as its exact bytes, which the sign covers;
 * whether they are JSON is found out where the payload is read.
 *
 * @source contract 6
 */
export const parseJsonEnvelope = (body: Buffer): Envelope => {
  if (!isUtf8(body)) throw malformed();
  const text = body.toString('utf8');
  const found = head.exec(text);
  const end = text.lastIndexOf('}');
  if (found === null || end < found[0].length) throw malformed();
  if (text.slice(end + 1).trim() !== '') throw malformed();
  return { ...partsOf(found[1] ?? ''), data: text.slice(found[0].length, end).trimEnd() };
};

/** The same of an upload: `reqEnvParams` and `data` are a field each, in that order, before the file. @source contract 6 */
export const fillJsonField: FillField = (envelope, name, value) => {
  if (name === 'reqEnvParams' && envelope.channel === null && envelope.sign === null && envelope.data === null)
    Object.assign(envelope, partsOf(value));
  else if (name === 'data' && envelope.data === null) envelope.data = value;
  else throw malformed();
};
