import type { Output } from '@ronghui/contract';
import { importPublicKey } from './sealing.ts';
import { importSignKey } from './signing.ts';

/** The reply of the start-up call. */
export type StartUp = Output<'sys.commonConfig'>;

/** The keys that sign and seal a call. */
export interface Keys {
  readonly keyId: string;
  readonly signKey: CryptoKey;
  readonly kid: string;
  readonly publicKey: CryptoKey;
  /** The owner of the signing key; null for a visitor. */
  readonly user: StartUp['user'];
}

/** The keys of this browser session and the server's clock offset. */
export interface KeyRing {
  /** Fetches the common configuration and its keys; concurrent callers share one request. */
  readonly start: () => Promise<StartUp>;
  /** The current keys; runs the start-up call first if there are none. */
  keys(): Promise<Keys>;
  /**
   * Replaces refused keys: returns the current ones if another caller has replaced them already, otherwise runs one
   * shared start-up call.
   */
  renew(refused: Keys): Promise<void>;
  /** Stores the signing key that a login returned, and its owner. */
  adopt(signedIn: Pick<StartUp, 'sign' | 'user'>): Promise<void>;
  /** The owner of the current keys; null before there are any. */
  user(): StartUp['user'] | undefined;
  /** The server's time, from the last known clock offset. @unit epoch ms */
  readonly serverNow: () => number;
  /** Corrects the clock offset by a server time. */
  correctClock(serverTime: string): void;
}

/** Makes a key ring around the start-up call. @source R7.4, contract 1 */
export const makeKeyRing = (options: {
  readonly fetchStartUp: () => Promise<StartUp>;
  readonly now: () => number;
  readonly onStart: (startUp: StartUp) => void;
}): KeyRing => {
  let current: Keys | undefined;
  let running: Promise<StartUp> | undefined;
  let offsetMs = 0;

  const correctClock = (serverTime: string) => {
    const at = Date.parse(serverTime);
    if (Number.isFinite(at)) offsetMs = at - options.now();
  };
  const run = async (): Promise<StartUp> => {
    const startUp = await options.fetchStartUp();
    const { crypto, sign, serverTime, user } = startUp;
    correctClock(serverTime);
    const publicKey = current?.kid === crypto.kid ? current.publicKey : await importPublicKey(crypto.publicKey);
    current = { keyId: sign.keyId, signKey: await importSignKey(sign.key), kid: crypto.kid, publicKey, user };
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
      current = { keyId: sign.keyId, signKey: await importSignKey(sign.key), kid, publicKey, user };
    },
    user: () => current?.user,
    serverNow: () => options.now() + offsetMs,
    correctClock,
  };
};
