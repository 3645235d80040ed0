import type { Input, OperationId, Output } from '@ronghui/contract';
import { channel } from '@ronghui/contract/wire';
import type { BegunStart, TakeBegun } from './begun.ts';
import { CallError, isRecord } from './call-error.ts';
import { type Door, gatewayDoor } from './doors.ts';
import { exchange } from './exchange.ts';
import type { Download, Progress } from './files/download.ts';
import { type Keys, makeKeyRing, type SignedStart, type StartUp, type StartUpCall } from './key-ring.ts';
import { bodyOf, hasIdempotencyKey, sealedPayload, withFileFacts, withIdempotencyKey } from './payload.ts';
import { readRepeats, repeated, writeRepeats } from './repetition.ts';
import { canSign, makeNonce, signatureOf } from './signing.ts';

/** The fields that describe an upload's file; the client fills them in. */
type FileFacts<Id extends OperationId> = 'sha256' extends keyof Input<Id> ? 'name' | 'size' | 'sha256' : never;

/**
 * The payload that a caller passes: sealed fields in plain text, no `kid`. Without an `idempotencyKey` the client makes
 * one; a caller that retries passes the first key again.
 */
export type CallInput<Id extends OperationId> = Omit<Input<Id>, 'kid' | 'idempotencyKey' | FileFacts<Id>> &
  ('idempotencyKey' extends keyof Input<Id> ? { readonly idempotencyKey?: string } : unknown);

/** What a call resolves to: the reply's `data`, or a file. */
export type CallReply<Id extends OperationId> =
  Output<Id> extends { readonly body: AsyncIterable<Uint8Array> } ? Download : Output<Id>;

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Reports the progress of a file reply or of an upload. */
  readonly onProgress?: Progress | undefined;
  /** The file to upload; the client puts its name, size and digest into the payload. */
  readonly file?: File | undefined;
}

/**
 * A call by its typed id. It rejects only with a CallError. A write that takes a key is sent once more under it where no answer came or a node is
 * gone; a read is not, because the query client does that. @source running 1.10
 */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input: CallInput<Id>,
  options?: CallOptions,
) => Promise<CallReply<Id>>;

/** Notifications about the calls of a client. */
export interface ClientHooks<Start> {
  /** A start-up call succeeded: the first one, or one that renewed an expired key. */
  readonly onStart?: (startUp: Start) => void;
  /** A call other than the start-up call failed after all retries; `door` says which door it used. */
  readonly onFailure?: (error: CallError, door: Door) => void;
}

/** The single way from a page to the server. */
export interface Client<Start extends SignedStart = StartUp> {
  /** Fetches the common configuration and the keys, unsigned (R4.1), as any read again where a node is gone. Concurrent callers share one request. */
  start(): Promise<Start>;
  readonly call: Call;
  /** A call through a door that the caller describes. */
  send(door: Door, input: unknown, options?: CallOptions): Promise<unknown>;
  /** What signs at the moment, for a door that signs in its own way; the start-up call is made if there is nothing yet. */
  keys(): Promise<Pick<Keys, 'keyId' | 'signKey'>>;
  /** The server's time. @unit epoch ms */
  serverNow(): number;
}

/** Whom a page shows: the identity as `whoOf` tells it, and the tenant, which goes with the call. */
export interface Shown {
  readonly who: string;
  readonly tenantId: string;
}

/** What a client is built from; everything except the base and the start-up call defaults to the browser's own. */
export interface ClientParts<Start extends SignedStart> {
  readonly fetch?: typeof fetch;
  /** @unit epoch ms */
  readonly now?: () => number;
  /** The base of the gateway, from the page's `<meta name="gateway-base">`; empty for the page's own origin (R7.2). */
  readonly base: string;
  /** The application's start-up call. */
  readonly startUp: StartUpCall<Start>;
  readonly hooks?: ClientHooks<Start>;
  /** Whom the page shows, for an operation that is done for nobody else. @source R10.9 */
  readonly shown?: ((operationId: string) => Shown | undefined) | undefined;
  /** A start-up call that the document sent before this script was there; the first start takes its reply. */
  readonly begun?: Promise<BegunStart> | undefined;
  /** Takes the reply of a read that was sent before this script was there. */
  readonly takeBegun?: TakeBegun | undefined;
}

/** Fetches a start-up reply, or takes the one that was sent for already, and remembers when it arrived. */
const timed = (fetchNow: typeof fetch, now: () => number, begun: Promise<BegunStart> | undefined) => {
  let atMs = Number.NaN;
  const fetchStart: typeof fetch = async (...request) => {
    const reply = await begun;
    const response = reply?.response ?? (await fetchNow(...request));
    atMs = reply?.atMs ?? now();
    return response;
  };
  return { fetchStart, arrivedMs: () => atMs };
};

/** The fields of a signed call. @source contract 1 */
const signedEnvelope = async (keys: Keys, call: Readonly<Record<'signedFor' | 'timestamp' | 'data', string>>) => {
  const { timestamp, data } = call;
  const nonce = makeNonce();
  const sign = await signatureOf(keys.signKey, { ...call, nonce });
  return { channel, keyId: keys.keyId, timestamp, nonce, data, sign };
};

/** Makes a client. @source R7, contract 1 to 3 */
export const createClient = <Start extends SignedStart>({
  base,
  startUp,
  hooks = {},
  ...parts
}: ClientParts<Start>): Client<Start> => {
  const fetchNow = parts.fetch ?? globalThis.fetch.bind(globalThis);
  const { operationId, path, idempotent, whoOf } = startUp;
  const now = parts.now ?? Date.now;
  let { begun } = parts;
  const ring = makeKeyRing<Start>({
    whoOf,
    now,
    onStart: (reply) => hooks.onStart?.(reply),
    fetchStartUp: async () => {
      if (!canSign()) throw new CallError({ kind: 'insecure', operationId });
      const url = `${base}${path}`;
      const body = new URLSearchParams({ channel, data: '{}' }).toString();
      const given = begun;
      begun = undefined;
      const { fetchStart, arrivedMs } = timed(fetchNow, now, given);
      const reply = (await exchange(fetchStart, { operationId, url, body })) as Start;
      return { startUp: reply, atMs: arrivedMs() };
    },
  });

  const attempt = async (door: Door, { input, options, tenantId }: Plain, keys: Keys): Promise<unknown> => {
    const url = `${base}${door.address}`;
    const { operationId } = door;
    const given = parts.takeBegun?.({ operationId, input }, keys.keyId);
    if (given !== undefined) return exchange(() => given, { ...options, operationId, url, body: '' });
    const data = JSON.stringify(await sealedPayload(operationId, input, keys));
    const timestamp = String(Math.round(ring.serverNow()));
    const body = bodyOf(await signedEnvelope(keys, { signedFor: door.signedFor, timestamp, data }), options.file);
    return exchange(fetchNow, { ...options, operationId, url, body, tenantId });
  };
  const keysOf = async ({ who, options }: Plain, door: Door): Promise<Keys> => {
    const keys = await ring.keys();
    if (!who || !keys.who || who === keys.who) return keys;
    const kind = options.signal?.aborted ? 'aborted' : 'switched';
    throw new CallError({ kind, operationId: door.operationId, errMsg: '已切换商户，请核对后重试' });
  };
  const attemptTwice = async (door: Door, plain: Plain): Promise<unknown> => {
    const keys = await keysOf(plain, door);
    try {
      return await attempt(door, plain, keys);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      if (refusal.serverTime !== undefined) ring.correctClock(refusal.serverTime);
      if (refusal.reason === 'KEY_EXPIRED' || refusal.reason === 'BAD_SIGN') await ring.renew(keys);
      return attempt(door, plain, await keysOf(plain, door));
    }
  };
  const send = async (door: Door, input: unknown, options: CallOptions = {}): Promise<unknown> => {
    const owner = ownerOf(base, parts.shown?.(door.operationId), ring.who());
    try {
      const withKey = withIdempotencyKey(idempotent, door.operationId, input);
      const plain = { ...owner, options, input: await withFileFacts(withKey, options.file) };
      const repeats = hasIdempotencyKey(withKey) ? writeRepeats : 0;
      const reply = await repeated(() => attemptTwice(door, plain), repeats);
      if (isSignedIn<Start>(reply)) await ring.adopt(reply);
      return reply;
    } catch (error) {
      if (error instanceof CallError) hooks.onFailure?.(error, door);
      throw error;
    }
  };
  return {
    start: () => repeated(ring.start, readRepeats),
    call: (async (id: string, input: unknown, options?: CallOptions) => send(gatewayDoor(id), input, options)) as Call,
    send,
    keys: () => ring.keys(),
    serverNow: ring.serverNow,
  };
};

/**
 * For whom a call is. The server refuses one for another tenant than the header names; a gateway of another origin may not take the header, and then
 * a page whose tenant is not the keys' sends nothing.
 */
const ownerOf = (base: string, shown: Shown | undefined, current: string | null | undefined) =>
  base === '' ? { who: current, tenantId: shown?.tenantId } : { who: shown?.who ?? current, tenantId: undefined };

interface Plain {
  readonly input: unknown;
  readonly options: CallOptions;
  /** The session for which the caller asked; the call is not sent for any other. */
  readonly who: string | null | undefined;
  /** What the page showed when the caller asked. */
  readonly tenantId: string | undefined;
}

const recoverable = ['KEY_EXPIRED', 'CLOCK_SKEW', 'REPLAY', 'BAD_SIGN'];

/** The reason of a refused signature, if a retry can succeed. @source R7.4 */
const refusalOf = (error: unknown): { reason: string; serverTime: string | undefined } | undefined => {
  if (!(error instanceof CallError) || error.errCode !== 'UMDP00001' || !isRecord(error.data)) return undefined;
  const { reason, serverTime } = error.data;
  if (typeof reason !== 'string' || !recoverable.includes(reason)) return undefined;
  return { reason, serverTime: typeof serverTime === 'string' ? serverTime : undefined };
};

const isSignedIn = <Start extends SignedStart>(reply: unknown): reply is Pick<Start, 'sign' | 'user'> =>
  isRecord(reply) && 'sign' in reply;
