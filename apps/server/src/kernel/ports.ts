import type { WorkingCalendar } from '@ronghui/domain/calendar';
import type { Fen } from '@ronghui/domain/money';
import type { SmsProvider } from '@ronghui/domain/sender/sms';
import type { Tx } from '#kernel/database/db';
import type { InvoiceIssuer } from '#kernel/issuer-port';
import type { LimitName } from '#kernel/limit-name';
import type { Readings } from '#kernel/observe/gauges';
import type { PaymentChannels } from '#kernel/payment-port';
import type { BackupConfig } from '#kernel/setup/config-parts/backup-config';
import type { SharedStateKind } from '#kernel/setup/shared-state-kind';

/** The single source of time: Date for rules, the same offset in SQL's `app_now()`. */
export interface Clock {
  now(): Date;
}

/** Random names. */
export interface Ids {
  /** 128 random bits, base64url. */
  id(): string;
  /** A number for people: prefix, date in Shanghai and 8 random digits, such as `XS20261120-48213377`. */
  number(prefix: string): string;
  /** Uniform random digits. */
  digits(length: number): string;
}

/** Password hashing behind the admission semaphore; a caller without a reservation waits in the same queue. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as a verification, for an unknown account (prevents enumeration). Always false. */
  verifyNothing(password: string): Promise<false>;
  /** Whether the hash was made with outdated parameters, or with a pepper before the one in force. */
  isStale(hash: string): boolean;
}

/** A nonce that a call brings, with everything that decides whether it is accepted. */
export interface NonceClaim {
  /** The epoch that the call's key was made in. */
  readonly epoch: string;
  readonly keyId: string;
  readonly nonce: string;
  /** The call's own timestamp. @unit epoch ms */
  readonly sentMs: number;
  /** How far the timestamp may be from the clock of the state. */
  readonly windowMs: number;
}

/** What the state says of a nonce; `lost`: what was claimed in this epoch is no longer remembered; `late`: the timestamp is outside of the window. */
export type NonceAnswer = 'new' | 'seen' | 'lost' | 'late';

/**
 * The shared state of nodes (running 1.2 to 1.5): nonces, counters and single-use values with an expiry. What is lost is lost as a whole, and then it is another
 * epoch: no nonce of the one before is accepted, every value is absent, every counter begins again. One that cannot be reached throws, except for
 * the requests of an address.
 */
export interface FastState {
  /** The epoch, as far as this node knows. Keys belong to one, so that no call of an earlier one is served. */
  readonly epoch: string;
  /** The epoch, asked of the state where another node may know a later one. */
  askEpoch(): string | Promise<string>;
  /** How far the node's clock may be from that of the state, which decides. @unit ms */
  readonly clockSlackMs: number;
  /** The clock of the state, where it is not this process's. @unit epoch ms */
  askNowMs?(): Promise<number>;
  /** Claims a nonce in one step. It is remembered until its timestamp, the window and a minute have passed. */
  claimNonce(claim: NonceClaim): NonceAnswer | Promise<NonceAnswer>;
  /** Counts one use of `key`; `retryAfterMs` is 0 while it is allowed. Sliding over `windowMs`. */
  take(key: string, limit: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }>;
  /**
   * The same for a key that counts every request: from the counts of two windows instead of each use. Gives the time to wait, 0 while it is
   * allowed, without a promise where the count is in this process. Nodes may know of each other's counts a second later.
   */
  countRequest(key: string, limit: number, windowMs: number): number | Promise<number>;
  /** Keeps a value until `ttlMs` has passed. */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /** Returns the value and deletes it; null where it was never there, has ended, was taken or is lost. */
  takeOnce(key: string): Promise<string | null>;
  /** Ends its connection, where it has one of its own. */
  close?(): void;
}

/** The tries that set a lock in advance and whose result is not known yet, by what they are counted for. */
export interface UnfinishedTries {
  /** Notes a try, for other nodes in the transaction that sets the lock; the returned function ends it. */
  begin(tx: Tx, subject: string): () => void;
  /** Waits for the end of the noted try, of whichever node; false if there is none. */
  wait(subject: string): Promise<boolean>;
}

/** A message that is sent after the transaction that created it. Messages with a code expire with the code. */
export type OutboxMessage =
  | {
      readonly kind: 'sms';
      readonly mobile: string;
      readonly scene: string;
      readonly code: string;
      readonly expiresAt: Date;
    }
  | {
      readonly kind: 'mail';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly expiresAt?: Date;
    };

/** Messages leave through a table in the same transaction (R14.6). */
export interface Outbox {
  enqueue(tx: Tx, message: OutboxMessage): Promise<void>;
}

/** HMAC-SHA-256 with a key of the installation, for codes and tokens at rest. */
export interface Digests {
  of(purpose: string, value: string): Buffer;
}

/** The digests of the audit trail's seals, each by the generation of its key, with which it is verified for ever. */
export interface TrailDigests {
  /** The generation in force. */
  readonly generation: number;
  /** Undefined where this process does not know the generation. */
  of(generation: number): Digests | undefined;
}

/** Encryption at rest with a key of the installation, for personal data that must be readable again. */
export interface Vault {
  seal(text: string): Buffer;
  /** Throws when the bytes were not encrypted here or were modified. */
  open(sealed: Uint8Array): string;
}

/** A received file that is not kept yet. */
export interface IncomingFile {
  /** The path of its bytes, for programs that examine it. */
  readonly path: string;
  /** Writes it from its start and flushes it to disk. @returns bytes */
  write(body: AsyncIterable<Uint8Array>): Promise<number>;
  /** Moves it to its final name; it is durable before this returns. */
  keep(key: string): Promise<void>;
  /** Deletes it, unless it was kept. */
  drop(): Promise<void>;
}

/** A kept file, read from its start. */
export interface OpenedFile {
  /** @unit bytes */
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The store of files: a folder or an object store. Keys are generated: `tenant/random`. A full or failing store throws StorageFailed. */
export interface Files {
  receive(): Promise<IncomingFile>;
  /** Null if it does not exist. */
  open(key: string): Promise<OpenedFile | null>;
  has(key: string): Promise<boolean>;
  /** Provides a local path to the file while `work` runs; null if the file does not exist. */
  withLocalPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>;
  remove(key: string): Promise<void>;
  /** Every kept file with the time when it was stored; or those of one folder, which is what a key begins with. */
  list(folder?: string): AsyncIterable<{ readonly key: string; readonly at: Date }>;
  /** Deletes files that were received before a moment and never kept. */
  dropAbandoned(before: Date): Promise<number>;
  /** The mark of the store; null if it has none, because it is new or the wrong store. */
  mark(): Promise<string | null>;
  setMark(mark: string): Promise<void>;
}

/** The result of a scan; `unknown` if the scan failed. */
export type ScanVerdict = 'clean' | 'infected' | 'unknown';

/** Scans a file for malware. */
export type Scan = (path: string) => Promise<ScanVerdict>;

/** The limits in force (contract 7), in the table that the code and `/limits.json` read. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Structured log lines; personal and secret values never enter (security 4.11). */
export interface Log {
  debug(facts: Record<string, unknown>, message?: string): void;
  info(facts: Record<string, unknown>, message?: string): void;
  warn(facts: Record<string, unknown>, message?: string): void;
  error(facts: Record<string, unknown>, message?: string): void;
}

/** Keeps what was read of the content under a key, until the content changes and for at most a minute. A key belongs to one reader. */
export type KeepContent = <T>(this: void, key: string, read: () => Promise<T>) => Promise<T>;

/** The public half of the key that sealed fields are sealed with (contract 3). */
export interface PublicKeys {
  /** Its id, and base64 SPKI. */
  current(): Promise<{ readonly kid: string; readonly publicKey: string }>;
}

/** A transfer of under one yuan, to prove that an account belongs to the company. */
export interface BankTransfer {
  /** The same for the same transfer, so that a bank pays it once. */
  readonly reference: string;
  readonly accountName: string;
  readonly bankName: string;
  readonly accountNo: string;
  readonly amount: Fen;
}

/** The provider's bank. It rejects when it did not accept the order, which is then repeated. */
export interface Bank {
  pay(transfer: BankTransfer): Promise<void>;
}

/** What handlers can reach besides the database. */
/** Wakes who waits for news of a topic, on every node; for after the commit. @source service 2.5 */
export interface WakeUps {
  /** A topic is ASCII without spaces. */
  wake(topic: string): void;
}

export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly fast: FastState;
  readonly tries: UnfinishedTries;
  readonly outbox: Outbox;
  readonly wakeUps: WakeUps;
  readonly digests: Digests;
  readonly trail: TrailDigests;
  readonly vault: Vault;
  readonly publicKeys: PublicKeys;
  readonly keepContent: KeepContent;
  readonly files: Files;
  /** Whether the store of files is the one that the rows speak of; one that is not mounted, or another's, is not. Marks a new one. */
  readonly isStoreOurs: () => Promise<boolean>;
  /** Null where no scanner is configured. */
  readonly scan: Scan | null;
  readonly bank: Bank;
  /** Null where none is connected: the desk issues elsewhere and types the number. */
  readonly invoiceIssuer: InvoiceIssuer | null;
  /** The channels of payment on line that are on; none where none is. */
  readonly payments: PaymentChannels;
  /** Working days, which deadlines are reckoned by. */
  readonly calendar: WorkingCalendar;
  readonly limits: Limits;
  readonly log: Log;
  /** What /metrics shows of this process and of what it depends on. */
  readonly watched: () => Promise<Readings>;
  readonly config: PublicConfig;
}

/** The part of the configuration that features may read. */
export interface PublicConfig {
  readonly demo: boolean;
  readonly production: boolean;
  /** Only under NODE_ENV=test: the answer of every image code. */
  readonly testImageCode: string | null;
  /** The recipients of notices to the provider. */
  readonly providerMail: string;
  /** Whether a certification requires a transfer (R4.11). */
  readonly certificationTransfer: boolean;
  /** The providers of SMS in their order; empty where messages are written to files. */
  readonly smsOrder: readonly SmsProvider[];
  /** Whether the database is the embedded one. */
  readonly isEmbedded: boolean;
  /** Whether a replica takes exports and statistics. */
  readonly hasReplica: boolean;
  /** Where nonces, tickets, image codes and counters by address are kept. */
  readonly sharedState: SharedStateKind;
  /** Where files lie: in the data folder, in one that all nodes mount, or in a bucket. */
  readonly store: 'folder' | 'sharedFolder' | 'bucket';
  readonly backup: BackupConfig;
  /** Where the node keeps what is its own. */
  readonly dataDir: string;
}
