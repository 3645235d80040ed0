import { createHash } from 'node:crypto';
import { bodyOf, cookieOf, fieldsOf, seal, type WireKeys, type WireReply } from './wire/client.ts';

type Data = WireReply['body']['data'];
type Payload = Readonly<Record<string, unknown>>;

/** A call that must succeed. */
export type SignedCall = (operationId: string, payload?: Payload) => Promise<Data>;

/** A session of a portal or a console without a browser. */
export interface SignedSession {
  readonly call: SignedCall;
  /** A call some of whose fields are sealed. */
  callSealed(operationId: string, fields: Readonly<Record<string, string>>, more?: Payload): Promise<Data>;
  /** Uploads a picture by `file.upload`; returns its id. */
  upload(name: string, bytes: Buffer): Promise<string>;
  /** A call whose first fields are sealed and whose reply opens a new session. */
  enter(operationId: string, fields: Readonly<Record<string, string>>, more?: Payload): Promise<Data>;
  /** The session's cookie, as a browser sends it. */
  cookie(): string;
}

/** What stands at a path in a reply. */
export const textIn = (data: unknown, ...path: string[]): string =>
  String(path.reduce<unknown>((here, name) => Object(here)[name], data));

const send = async (url: string, path: string, { body, cookie = '' }: { body: string | FormData; cookie?: string }) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  const headers = { ...(typeof body === 'string' ? form : {}), cookie };
  const reply = await fetch(url + path, { method: 'POST', body, headers });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${path}: ${text}`);
  const { data }: WireReply['body'] = JSON.parse(text);
  return { data, headers: reply.headers };
};

/** Starts a session with the start-up call of an area, or takes part in the one of a browser that has this cookie. */
export const startSession = async (url: string, startUpPath: string, cookie = ''): Promise<SignedSession> => {
  const begun = await send(url, startUpPath, { body: 'channel=OAPP&data=%7B%7D', cookie });
  let keys: WireKeys = {
    cookie: cookieOf(begun) === '' ? cookie : cookieOf(begun),
    keyId: textIn(begun.data, 'sign', 'keyId'),
    key: textIn(begun.data, 'sign', 'key'),
    kid: textIn(begun.data, 'crypto', 'kid'),
    publicKey: textIn(begun.data, 'crypto', 'publicKey'),
  };
  const signed = (operationId: string, payload: Payload) =>
    send(url, `/ops?operationId=${operationId}`, {
      body: bodyOf(keys, operationId, JSON.stringify(payload)),
      cookie: keys.cookie,
    });
  const sealedIn = (operationId: string, fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, text]) => [field, seal(keys, { operationId, field }, text)]),
    );
  return {
    call: async (operationId, payload = {}) => (await signed(operationId, payload)).data,
    callSealed: async (operationId, fields, more = {}) =>
      (await signed(operationId, { ...sealedIn(operationId, fields), ...more, kid: keys.kid })).data,
    async upload(name, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const form = new FormData();
      const fields = fieldsOf(keys, 'file.upload', JSON.stringify({ name, size: bytes.length, sha256 }));
      for (const [field, text] of Object.entries(fields)) form.append(field, text);
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      const reply = await send(url, '/ops?operationId=file.upload', { body: form, cookie: keys.cookie });
      return textIn(reply.data, 'fileId');
    },
    async enter(operationId, fields, more = {}) {
      const { data, headers } = await signed(operationId, {
        ...sealedIn(operationId, fields),
        ...more,
        kid: keys.kid,
      });
      const fresh = cookieOf({ headers });
      keys = {
        ...keys,
        cookie: fresh === '' ? keys.cookie : fresh,
        keyId: textIn(data, 'sign', 'keyId'),
        key: textIn(data, 'sign', 'key'),
      };
      return data;
    },
    cookie: () => keys.cookie,
  };
};
