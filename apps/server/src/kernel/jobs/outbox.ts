import type { Database } from '#kernel/database/db';
import { createLooks } from '#kernel/jobs/looks';
import {
  deleteMessage,
  insertMessage,
  lockDueMessages,
  postponeMessage,
  type WaitingMessage,
} from '#kernel/jobs/outbox.sql';
import type { Log, Outbox, OutboxMessage, Vault } from '#kernel/ports';

/** Sends one message; a rejection means that it is retried later. Each kind and provider has an implementation in `adapters/`. */
export interface Sender {
  send(message: OutboxMessage): Promise<void>;
}

/** The sender of each kind of message. */
export type Senders = Readonly<Record<OutboxMessage['kind'], Sender>>;

/** Messages are written to a table, in the transaction that causes them; their text is sealed, because it contains mobiles and codes. */
export const createOutbox = (vault: Vault): Outbox => ({
  async enqueue(tx, message) {
    const sealed = vault.seal(JSON.stringify(message));
    await insertMessage(tx, { kind: message.kind, sealed_payload: sealed, expires_at: message.expiresAt ?? null });
  },
});

const openMessage = (vault: Vault, sealed: Buffer): OutboxMessage => {
  // `enqueue` sealed it; the vault checks the authentication tag.
  const message = JSON.parse(vault.open(sealed)) as OutboxMessage & { expiresAt?: string | Date };
  return message.expiresAt === undefined ? message : { ...message, expiresAt: new Date(message.expiresAt) };
};

const batch = 20;
const maxAttempts = 8;
const afterSec = (attempts: number): number => Math.min(600, 2 ** (attempts + 1));

/** Dependencies of a worker. */
export interface OutboxWorkerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly senders: Senders;
  readonly log: Log;
}

/** Sends due messages: at least once, never after their expiry, with growing pauses; a message is set aside after the eighth failure. */
export interface OutboxWorker {
  /** Sends until nothing is due; concurrent calls share the run. */
  drain(): Promise<void>;
  /** Starts polling: at once, and every 5 s. */
  start(): void;
  /** Polls now, if it was started, because a message was added. */
  wake(): void;
  stop(): Promise<void>;
}

/** Builds the worker of this process; the workers of all nodes share the table by SKIP LOCKED. @source security 4.15 */
export const createOutboxWorker = ({ database, vault, senders, log }: OutboxWorkerDeps): OutboxWorker => {
  const sendOne = async (tx: Parameters<typeof deleteMessage>[0], message: WaitingMessage): Promise<void> => {
    if (message.expired) {
      await deleteMessage(tx, message.outbox_id);
      log.warn({ event: 'outboxExpired', outboxId: message.outbox_id, kind: message.kind });
      return;
    }
    try {
      const opened = openMessage(vault, message.sealed_payload);
      await senders[opened.kind].send(opened);
      await deleteMessage(tx, message.outbox_id);
    } catch (error) {
      const isLast = message.attempts + 1 >= maxAttempts;
      const reason = error instanceof Error ? error.message : String(error);
      await postponeMessage(tx, message.outbox_id, { afterSec: afterSec(message.attempts), isLast, reason });
      log.error({ event: isLast ? 'outboxDead' : 'outboxFailed', outboxId: message.outbox_id, error });
    }
  };

  const sendBatch = (): Promise<number> =>
    database.transact('service', async (tx) => {
      const due = await lockDueMessages(tx, batch);
      for (const message of due) await sendOne(tx, message);
      return due.length;
    });

  const sendAll = async (): Promise<void> => {
    while ((await sendBatch()) === batch);
  };
  const looks = createLooks(sendAll, (error) => log.warn({ event: 'outboxWaits', error }));
  return { drain: looks.now, wake: looks.wake, start: looks.start, stop: looks.stop };
};
