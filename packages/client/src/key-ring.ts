import type { Output } from '@ronghui/contract';
import { idempotentOperations, idempotentStaffOperations } from '@ronghui/contract/wire';
import { importPublicKey } from './sealing.ts';
import { importSignKey } from './signing.ts';

/** The reply of the portal's start-up call. */
export type StartUp = Output<'sys.commonConfig'>;

/** The part of a start-up reply that every application has. @source contract 1 */
export interface SignedStart extends Pick<StartUp, 'crypto' | 'sign' | 'serverTime'> {
  readonly user: object | null;
}

/** The call that gives an application its keys. */
export interface StartUpCall<Start extends SignedStart> {
  readonly operationId: string;
  readonly path: string;
  /** The operations of the application whose payload carries an idempotency key. */
  readonly idempotent: readonly string[];
  /** Identifies the user, and the tenant if any; a call prepared for one identity is never sent for another. */
  readonly whoOf: (user: NonNullable<Start['user']>) => string;
}

/** The portal's start-up call. @source R4.1 */
export const portalStartUp: StartUpCall<StartUp> = {
  operationId: 'sys.commonConfig',
  path: '/ftc/api/sys/commonConfig',
  idempotent: idempotentOperations,
  whoOf: ({ userId, tenantId }) => `${userId} ${tenantId}`,
};

/** The reply of the console's start-up call. */
export type OpsStartUp = Output<'ops.commonConfig'>;

/** The console's start-up call. @source R11.1, contract 1 */
export const opsStartUp: StartUpCall<OpsStartUp> = {
  operationId: 'ops.commonConfig',
  idempotent: idempotentStaffOperations,
  path: '/ftc/ops/commonConfig',
  whoOf: ({ staffId }) => staffId,
};

/** The keys that sign and seal a call. */
export interface Keys {
  readonly keyId: string;
  readonly signKey: CryptoKey;
  readonly kid: string;
  readonly publicKey: CryptoKey;
  /** The owner of the signing key; null for a visitor. */
  readonly who: string | null;
}

/** The keys of this browser session and the server's clock offset. */
export interface KeyRing<Start extends SignedStart> {
  /** Fetches the common configuration and its keys; concurrent callers share one request. */
  readonly start: () => Promise<Start>;
  /** The current keys; runs the start-up call first if there are none. */
  keys(): Promise<Keys>;
  /**
   * Replaces refused keys: returns the current ones if another caller has replaced them already, otherwise runs one
   * shared start-up call.
   */
  renew(refused: Keys): Promise<void>;
  /** Stores the signing key that a login returned, and its owner. */
  adopt(signedIn: Pick<Start, 'sign' | 'user'>): Promise<void>;
  /** The owner of the current keys; undefined before there are any. */
  who(): string | null | undefined;
  /** The server's time, from the last known clock offset. @unit epoch ms */
  readonly serverNow: () => number;
  /** Corrects the clock offset by a server time. */
  correctClock(serverTime: string): void;
}

/** The reply of a start-up call. */
export interface ReceivedStart<Start> {
  readonly startUp: Start;
  /** When it arrived, by this machine's clock. @unit epoch ms */
  readonly atMs: number;
}

/** Makes a key ring around the start-up call. @source R7.4, contract 1 */
export const makeKeyRing = <Start extends SignedStart>(options: {
  readonly fetchStartUp: () => Promise<ReceivedStart<Start>>;
  readonly whoOf: StartUpCall<Start>['whoOf'];
  readonly now: () => number;
  readonly onStart: (startUp: Start) => void;
}): KeyRing<Start> => {
  let current: Keys | undefined;
  let running: Promise<Start> | undefined;
  let offsetMs = 0;

  const whoOf = (user: Start['user']) => (user ? options.whoOf(user) : null);
  const correctClock = (serverTime: string, receivedMs = options.now()) => {
    const at = Date.parse(serverTime);
    if (Number.isFinite(at)) offsetMs = at - receivedMs;
  };
  const run = async (): Promise<Start> => {
    const { startUp, atMs } = await options.fetchStartUp();
    const { crypto, sign, serverTime, user } = startUp;
    correctClock(serverTime, atMs);
    const publicKey = current?.kid === crypto.kid ? current.publicKey : await importPublicKey(crypto.publicKey);
    const signKey = await importSignKey(sign.key);
    current = { keyId: sign.keyId, signKey, kid: crypto.kid, publicKey, who: whoOf(user) };
    options.onStart(startUp);
    return startUp;
  };
  const start = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const keys = async (): Promise<Keys> => {
    if (running !== undefined || current === undefined) await start();
    if (current === undefined) throw new Error('a start-up that succeeded left no keys');
    return current;
  };
  return {
    start,
    keys,
    renew: async (refused) => {
      if (current === refused) await start();
    },
    adopt: async ({ sign, user }) => {
      const { kid, publicKey } = await keys();
      current = { keyId: sign.keyId, signKey: await importSignKey(sign.key), kid, publicKey, who: whoOf(user) };
    },
    who: () => current?.who,
    serverNow: () => options.now() + offsetMs,
    correctClock: (serverTime) => correctClock(serverTime),
  };
};
