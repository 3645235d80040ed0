import {
  type ClaimKey,
  type ClaimRow,
  deleteRefusalsBeyond,
  findClaim,
  insertClaim,
  storeReply,
} from '#kernel/calls/idempotency/idempotency.sql';
import type { Db, Tx } from '#kernel/database/db';
import type { Digests, Limits, Vault } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** A call's stored outcome: the reply's `data` as JSON, or a refusal's code with its data. */
export interface StoredOutcome {
  readonly status: number;
  readonly text: string;
}

/** The idempotency claim of one call. */
export interface Claim extends ClaimKey {
  readonly fingerprint: Buffer;
  /** The reply has a secret: it is stored sealed. */
  readonly isSecret: boolean;
}

/** Ends a call that was answered before: what it did is rolled back and the stored outcome is returned. A refusal that is stored for the first time is none. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly outcome: StoredOutcome;
  constructor(outcome: StoredOutcome) {
    super('answered before');
    this.outcome = outcome;
  }
}

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A keyed digest of the decrypted payload, without the idempotency key and the public key's id. */
export const fingerprintOf = (digests: Digests, payload: Readonly<Record<string, unknown>>): Buffer => {
  const { idempotencyKey: _key, kid: _kid, ...rest } = payload;
  return digests.of('idempotency', JSON.stringify(rest, sortKeys));
};

/** How many refusals beyond the bound go with one that is stored. */
const refusalsAtOnce = 100;

/** One transaction of the call that has the key. */
type Transact = (work: (tx: Tx) => Promise<void>) => Promise<void>;

/** The handling of idempotency keys. */
export interface Idempotency {
  /** Runs one call per key at a time in this process: a second call waits here and then finds the stored outcome. */
  runExclusive<T>(claim: Claim, run: () => Promise<T>): Promise<T>;
  /** The stored outcome, if any. 409 when it belongs to another payload. */
  findOutcome(claim: Claim, db: Db): Promise<StoredOutcome | null>;
  /** First statement of the business transaction: claims the key, or ends the handler with the stored outcome. */
  claim(tx: Tx, claim: Claim): Promise<void>;
  /** Last statement of the business transaction. */
  store(tx: Tx, claim: Claim, outcome: StoredOutcome): void;
  /** Stores a refusal of the handler, with the newest `refusalsKept` of the caller in the tenant: nothing was done, so that a repeat of an older one may be refused anew. Where another call has stored its outcome first, that one holds, and it ends this one. */
  storeRefusal(claim: Claim, outcome: StoredOutcome, transact: Transact): Promise<void>;
}

/** Stores claims in the database, inside the business transaction. @source contract 2, security 4.15 */
export const createIdempotency = (vault: Vault, { refusalsKept }: Pick<Limits, 'refusalsKept'>): Idempotency => {
  const line = new Map<string, Promise<unknown>>();

  const sealed = (claim: Claim, { status, text }: StoredOutcome): StoredOutcome => ({
    status,
    text: claim.isSecret ? vault.seal(text).toString('base64') : text,
  });
  const answered = (claim: Claim, row: ClaimRow): StoredOutcome => {
    if (!row.fingerprint.equals(claim.fingerprint)) throw new Refusal('RHSY409');
    // A committed claim always has its reply: one transaction writes both.
    if (row.status === null || row.reply === null) throw new Error('a claim without a reply');
    return { status: row.status, text: claim.isSecret ? vault.open(Buffer.from(row.reply, 'base64')) : row.reply };
  };

  const claimIn = async (tx: Tx, claim: Claim): Promise<StoredOutcome | null> => {
    if (await insertClaim(tx, claim, claim.fingerprint)) return null;
    const row = await findClaim(tx, claim);
    // The first call was rolled back between the two statements: the client's retry finds a free key.
    if (row === undefined) throw new Refusal('OPSB0001', undefined, 1);
    return answered(claim, row);
  };
  const claimOrEnd = async (tx: Tx, claim: Claim): Promise<void> => {
    const outcome = await claimIn(tx, claim);
    if (outcome !== null) throw new AlreadyAnswered(outcome);
  };

  return {
    async runExclusive(claim, run) {
      const name = `${claim.scope}\n${claim.operation}\n${claim.key}\n${claim.tenantId ?? ''}`;
      for (let before = line.get(name); before !== undefined; before = line.get(name))
        await before.catch(() => undefined);
      const call = run();
      line.set(name, call);
      try {
        return await call;
      } finally {
        line.delete(name);
      }
    },
    async findOutcome(claim, db) {
      const row = await findClaim(db, claim);
      return row === undefined ? null : answered(claim, row);
    },
    claim: claimOrEnd,
    store: (tx, claim, outcome) => storeReply(tx, claim, sealed(claim, outcome)),
    storeRefusal: (claim, outcome, transact) =>
      transact(async (tx) => {
        await claimOrEnd(tx, claim);
        // With the one that is added they are as many as may be; those from before there was a bound go little by little.
        await deleteRefusalsBeyond(tx, claim, { kept: refusalsKept - 1, limit: refusalsAtOnce });
        storeReply(tx, claim, sealed(claim, outcome));
      }),
  };
};
