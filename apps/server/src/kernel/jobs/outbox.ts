import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseGone } from '#kernel/calls/faults';
import type { Database, Tx } from '#kernel/database/db';
import { createLooks } from '#kernel/jobs/looks';
import { type NodeMark, newNodeMark } from '#kernel/jobs/node-mark';
import {
  deleteMessage,
  insertMessage,
  postponeMessage,
  releaseMessages,
  takeDueMessage,
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

/** How long a message is its worker's: more than a sender takes, and more than a code lives. @unit seconds */
const heldSec = 600;
/** @unit ms */
const noteAgainMs = 500;
const maxAttempts = 8;
const afterSec = (attempts: number): number => Math.min(600, 2 ** (attempts + 1));

/** Dependencies of a worker. */
export interface OutboxWorkerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly senders: Senders;
  readonly log: Log;
  /** Which process this is; default is one that shares its node with no other. */
  readonly node?: NodeMark;
}

/** Sends due messages, never after their expiry, with growing pauses after a failure; a message is set aside after the eighth. */
export interface OutboxWorker {
  /** Sends until nothing is due; concurrent calls share the run. */
  drain(): Promise<void>;
  /** Starts polling: at once, and every 5 s. */
  start(): void;
  /** Polls now, if it was started, because a message was added. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Builds the worker of this process; the workers of all nodes share the table. A message is taken, committed, sent and noted: a sender never holds a
 * transaction, whose end by a timeout would have its message sent again. What a worker that dies in between leaves is sent once more: by the next process on
 * its data folder when it starts, by others after ten minutes. A message that expires, as every code does, is not: it is sent at most once.
 *
 * @source security 4.15, decision 0101
 */
export const createOutboxWorker = ({
  database,
  vault,
  senders,
  log,
  node = newNodeMark(),
}: OutboxWorkerDeps): OutboxWorker => {
  let isStopped = false;
  /** Stores what came of a message, which has left: without a database this is tried again for as long as the message is held. */
  const note = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
    const sinceMs = performance.now();
    for (;;) {
      try {
        return await database.transact('service', work);
      } catch (error) {
        if (isStopped || !isDatabaseGone(error) || performance.now() - sinceMs > heldSec * 1000) throw error;
        await wait(noteAgainMs, undefined, { ref: false });
      }
    }
  };

  const sendOne = async (message: WaitingMessage): Promise<void> => {
    const { outbox_id: outboxId, kind } = message;
    if (message.expired) {
      await note((tx) => deleteMessage(tx, outboxId));
      log.warn({ event: 'outboxExpired', outboxId, kind });
      return;
    }
    try {
      const opened = openMessage(vault, message.sealed_payload);
      await senders[opened.kind].send(opened);
    } catch (error) {
      const isLast = message.attempts + 1 >= maxAttempts;
      const reason = error instanceof Error ? error.message : String(error);
      await note((tx) => postponeMessage(tx, outboxId, { afterSec: afterSec(message.attempts), isLast, reason }));
      log.error({ event: isLast ? 'outboxDead' : 'outboxFailed', outboxId, error });
      return;
    }
    await note((tx) => deleteMessage(tx, outboxId));
  };

  let isReleased = false;
  /** What the process before on this data folder was sending when it died. */
  const releaseOnce = async (): Promise<void> => {
    if (isReleased) return;
    await database.transact('service', (tx) => releaseMessages(tx, node));
    isReleased = true;
  };

  const sendAll = async (): Promise<void> => {
    await releaseOnce();
    while (!isStopped) {
      const due = await database.transact('service', (tx) => takeDueMessage(tx, { heldSec, node }));
      if (due === undefined) return;
      await sendOne(due);
    }
  };
  const looks = createLooks(sendAll, (error) => log.warn({ event: 'outboxWaits', error }));
  return {
    drain: looks.now,
    wake: looks.wake,
    start: looks.start,
    stop() {
      isStopped = true;
      return looks.stop();
    },
  };
};
