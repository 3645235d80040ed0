import { callTimeoutMs, channel } from '@ronghui/contract/wire';
import { gatewayDoor } from './doors.ts';
import type { SignedStart } from './key-ring.ts';
import { importSignKey, makeNonce, signatureOf } from './signing.ts';

/** The reply of a start-up call that the document sent. */
export interface BegunStart {
  readonly response: Response;
  /** When it arrived, by this machine's clock. @unit epoch ms */
  readonly atMs: number;
}

/** A read: the id of its operation and its payload. */
export interface Read {
  readonly operationId: string;
  readonly input: unknown;
}

/** Takes the reply of a read that was sent before the application's script was there; undefined where none was, or it was taken. */
export type TakeBegun = (read: Read, keyId: string) => Promise<Response> | undefined;

/** What reads are sent with: the base of the gateway, the reply of the start-up call, and when that arrived. */
export interface BeginsWith {
  readonly base: string;
  readonly startUp: Pick<SignedStart, 'sign' | 'serverTime'>;
  /** @unit epoch ms */
  readonly atMs: number;
}

/** A read that is on its way or answered. */
interface Begun extends Read {
  readonly response: Promise<Response>;
  /** @unit epoch ms */
  readonly sentMs: number;
}

const send = async ({ base, startUp, atMs }: BeginsWith, read: Read): Promise<Response> => {
  const { address, signedFor } = gatewayDoor(read.operationId);
  const { keyId, key } = startUp.sign;
  const timestamp = String(Date.parse(startUp.serverTime) + Date.now() - atMs);
  const nonce = makeNonce();
  const data = JSON.stringify(read.input);
  const sign = await signatureOf(await importSignKey(key), { signedFor, timestamp, nonce, data });
  return fetch(base + address, {
    method: 'POST',
    body: new URLSearchParams({ channel, keyId, timestamp, nonce, data, sign }),
    credentials: 'include',
    cache: 'no-store',
    signal: AbortSignal.timeout(callTimeoutMs),
  });
};

const textOf = ({ operationId, input }: Read): string =>
  JSON.stringify([operationId, Object.entries(Object(input)).sort(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * Signs and sends reads at once. Each reply can be taken over once: by a call that asks the same with the same key, before the reply is older
 * than a call may take, and before any call of another kind. That may be a write, after which what was read before may no longer hold.
 */
export const beginReads = (begins: BeginsWith, reads: readonly Read[]): TakeBegun => {
  let begun = reads.map((read): Begun => {
    const response = send(begins, read);
    // Its failure is reported to the call that takes it over.
    response.catch(() => undefined);
    return { ...read, response, sentMs: Date.now() };
  });
  return (read, keyId) => {
    const isOneOfThem = reads.some(({ operationId }) => operationId === read.operationId);
    if (!isOneOfThem || keyId !== begins.startUp.sign.keyId) begun = [];
    const found = begun.find((each) => textOf(each) === textOf(read));
    begun = begun.filter((each) => each !== found);
    return found !== undefined && Date.now() - found.sentMs < callTimeoutMs ? found.response : undefined;
  };
};
