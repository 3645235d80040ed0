import {
  type ClaimKey,
  type ClaimRow,
  findClaim,
  insertClaim,
  storeReply,
} from '#kernel/calls/idempotency/idempotency.sql';
import { Refusal } from '#kernel/calls/refusal';
import type { Database, Scope, Tx } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';

/** The outcome of a call as it is kept: the reply's `data` as JSON, or a refusal's code with its data. */
export interface KeptOutcome {
  readonly status: number;
  readonly text: string;
}

/** One call under its key. */
export interface Claim extends ClaimKey {
  readonly fingerprint: Buffer;
  readonly tenantId: string | null;
}

/** Ends a handler whose call was answered before: its transaction is rolled back and the first outcome given again. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly outcome: KeptOutcome;
  constructor(outcome: KeptOutcome) {
    super('answered before');
    this.outcome = outcome;
  }
}

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A keyed digest of the payload as it is after decryption, without the key itself and the public key's id. */
export const fingerprintOf = (digests: Digests, payload: Readonly<Record<string, unknown>>): Buffer => {
  const { idempotencyKey: _key, kid: _kid, ...rest } = payload;
  return digests.of('idempotency', JSON.stringify(rest, sortKeys));
};

const answered = (claim: Claim, row: ClaimRow): KeptOutcome => {
  if (!row.fingerprint.equals(claim.fingerprint)) throw new Refusal('RHSY409');
  // A committed claim always has its reply: both are written in one transaction.
  if (row.status === null || row.reply === null) throw new Error('a claim without a reply');
  return { status: row.status, text: row.reply };
};

/** What an idempotent call does with its key. */
export interface Idempotency {
  /** One call of a key at a time in this process: the second waits here and then finds the first one's reply. */
  inLine<T>(claim: Claim, run: () => Promise<T>): Promise<T>;
  /** The first reply, when there is one. 409 when it was given to another payload. */
  findAnswer(claim: Claim, scope: Scope): Promise<KeptOutcome | null>;
  /** First in the business transaction: claims the key, or ends the handler with the first reply. */
  claim(tx: Tx, claim: Claim): Promise<void>;
  /** Last in the business transaction. */
  store(tx: Tx, claim: Claim, outcome: KeptOutcome): void;
  /** Keeps a refusal that the handler gave, unless another call was faster: then that one's outcome counts. */
  storeRefusal(claim: Claim, scope: Scope, outcome: KeptOutcome): Promise<KeptOutcome>;
}

/** Keys in the database, inside the business transaction. @source contract 2, security 4.15 */
export const createIdempotency = (database: Database): Idempotency => {
  const line = new Map<string, Promise<unknown>>();

  const claimIn = async (tx: Tx, claim: Claim): Promise<KeptOutcome | null> => {
    const { scope, operation, key } = claim;
    if (await insertClaim(tx, { scope, operation, key }, claim)) return null;
    const row = await findClaim(tx, claim);
    // The first call was rolled back between the two statements: the client's retry finds a free key.
    if (row === undefined) throw new Refusal('OPSB0001', undefined, 1);
    return answered(claim, row);
  };

  return {
    async inLine(claim, run) {
      const name = `${claim.scope}\n${claim.operation}\n${claim.key}`;
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
    async findAnswer(claim, scope) {
      const row = await findClaim(database.reading(scope), claim);
      return row === undefined ? null : answered(claim, row);
    },
    async claim(tx, claim) {
      const outcome = await claimIn(tx, claim);
      if (outcome !== null) throw new AlreadyAnswered(outcome);
    },
    store: (tx, claim, outcome) => storeReply(tx, claim, outcome),
    storeRefusal: (claim, scope, outcome) =>
      database.transact(scope, async (tx) => {
        const first = await claimIn(tx, claim);
        if (first !== null) return first;
        storeReply(tx, claim, outcome);
        return outcome;
      }),
  };
};
