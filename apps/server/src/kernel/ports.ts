import type { Fen } from '@ronghui/domain/money';
import type { Tx } from '#kernel/database/db';

/** The one source of time: Date for rules, the same offset in SQL's `app_now()`. */
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

/** Password hashing behind its one place in flight; a caller without a place from dispatch waits in the same queue. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** As long as a verify, for a number that has no account (enumeration). Always false. */
  verifyNothing(password: string): Promise<false>;
  /** Whether the hash was made with other parameters than today's. */
  isStale(hash: string): boolean;
}

/** State that may live in one process or in Redis: counters and single-use values with an end (stack, fast state). */
export interface FastState {
  /** Counts one use of `key`; `retryAfterMs` is 0 while allowed. Sliding over `windowMs`. */
  take(key: string, limit: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }>;
  /** Keeps a value until `ttlMs` has passed. */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /** Gives the value once and forgets it. */
  takeOnce(key: string): Promise<string | null>;
}

/** A message that must leave after the transaction that caused it. Codes expire with their code. */
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

/** A secret digest: HMAC-SHA-256 under a key of the installation, for codes and tokens at rest. */
export interface Digests {
  of(purpose: string, value: string): Buffer;
}

/** Encryption at rest under the installation's master key, for personal data that must be readable again. */
export interface Vault {
  seal(text: string): Buffer;
  /** Throws when the bytes were not sealed here or were changed. */
  open(sealed: Uint8Array): string;
}

/** A file on its way in, which nobody sees yet. */
export interface IncomingFile {
  /** Where its bytes are, for those who examine them. */
  readonly path: string;
  /** Writes it from its beginning and puts it on the disk. @returns bytes */
  write(body: AsyncIterable<Uint8Array>): Promise<number>;
  /** Gives it the name under which it is found; it is on the disk before this returns. */
  keep(key: string): Promise<void>;
  /** Takes it away, unless it was kept. */
  drop(): Promise<void>;
}

/** A file that is kept, read from its beginning. */
export interface OpenedFile {
  /** @unit bytes */
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Where files are: a folder, or a store of objects. Keys are ours: `tenant/random`. A full or failing store throws StorageFailed. */
export interface Files {
  receive(): Promise<IncomingFile>;
  /** Null when there is none. */
  open(key: string): Promise<OpenedFile | null>;
  has(key: string): Promise<boolean>;
  /** A path at which a program can read it, while `work` runs; null when there is none. */
  lend<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>;
  remove(key: string): Promise<void>;
  /** Every file that is kept, with the time since when. */
  list(): AsyncIterable<{ readonly key: string; readonly at: Date }>;
  /** Takes away what came in before a moment and was never kept. */
  dropAbandoned(before: Date): Promise<number>;
  /** The mark that it bears; null when it bears none: it is new, or not the one that should be here. */
  mark(): Promise<string | null>;
  setMark(mark: string): Promise<void>;
}

/** What a scanner says of a file; `unknown` when it could not look. */
export type ScanVerdict = 'clean' | 'infected' | 'unknown';

/** Looks at a file for what harms. */
export type Scan = (path: string) => Promise<ScanVerdict>;

/** The limits in force (contract 7): the one table that the code and `/limits.json` read. */
export type Limits = Readonly<Record<LimitName, number>>;
export type LimitName =
  | 'loginTries'
  | 'loginTryWindowMinutes'
  | 'lockMinutes'
  | 'locksPerDay'
  | 'smsPerMobilePerMinute'
  | 'smsPerMobilePerDay'
  | 'smsPerAddressPerHour'
  | 'smsCodeTries'
  | 'smsCodeMinutes'
  | 'imageCodeMinutes'
  | 'imageCodesPerAddressPerMinute'
  | 'leadsPerAddressPerHour'
  | 'loginsPerAddressPerMinute'
  | 'requestsPerAddressPerMinute'
  | 'sessionIdleMinutes'
  | 'sessionHours'
  | 'opsSessionIdleMinutes'
  | 'opsSessionHours'
  | 'sessionsPerUser'
  | 'signatureWindowMinutes'
  | 'bodyKilobytes'
  | 'uploadMegabytes'
  | 'ledgerMegabytes'
  | 'pageSizeMax'
  | 'batchMax'
  | 'idempotencyHours'
  | 'smsPerMinute'
  | 'smsPerDay'
  | 'ordersUnderWay'
  | 'tenantFilesMegabytes'
  | 'uploadsPerTenantPerMinute'
  | 'reportsPerSessionPerMinute'
  | 'reportsPerAddressPerMinute';

/** Structured log lines; personal and secret values never enter (security 4.11). */
export interface Log {
  debug(facts: Record<string, unknown>, message?: string): void;
  info(facts: Record<string, unknown>, message?: string): void;
  warn(facts: Record<string, unknown>, message?: string): void;
  error(facts: Record<string, unknown>, message?: string): void;
}

/** The public half of the key that sealed fields are sealed with (contract 3). */
export interface PublicKeys {
  /** Its id, and base64 SPKI. */
  current(): Promise<{ readonly kid: string; readonly publicKey: string }>;
}

/** A transfer of under one yuan, to prove that an account is the company's. */
export interface BankTransfer {
  /** The same for the same transfer: a bank pays it once. */
  readonly reference: string;
  readonly accountName: string;
  readonly bankName: string;
  readonly accountNo: string;
  readonly amount: Fen;
}

/** The provider's bank. Rejects when it did not take the order; it is asked again. */
export interface Bank {
  pay(transfer: BankTransfer): Promise<void>;
}

/** What handlers reach beyond the database. */
export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly fast: FastState;
  readonly outbox: Outbox;
  readonly digests: Digests;
  readonly vault: Vault;
  readonly publicKeys: PublicKeys;
  readonly files: Files;
  /** Null where no scanner is configured. */
  readonly scan: Scan | null;
  readonly bank: Bank;
  readonly limits: Limits;
  readonly log: Log;
  readonly config: PublicConfig;
}

/** The part of the configuration that features may know. */
export interface PublicConfig {
  readonly demo: boolean;
  readonly production: boolean;
  /** Only under NODE_ENV=test: every image code reads this. */
  readonly testImageCode: string | null;
  /** Where notices to the provider go. */
  readonly providerMail: string;
  /** Whether a certification is proved by a transfer (R4.11). */
  readonly certificationTransfer: boolean;
}
