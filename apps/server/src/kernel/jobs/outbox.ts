import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '#kernel/database/db';
import { isDatabaseGone } from '#kernel/faults';
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
import type { Attempted, Channels, Handed } from '#kernel/sending/sender';
import { newSecret } from '#kernel/setup/ids';

/** Messages are written to a table, in the transaction that causes them; their text is sealed, because it contains mobiles and codes. */
export const createOutbox = (vault: Vault): Outbox => ({
  async enqueue(tx, message) {
    const sealed = vault.seal(JSON.stringify({ ...message, id: newSecret(12) }));
    await insertMessage(tx, { kind: message.kind, sealed_payload: sealed, expires_at: message.expiresAt ?? null });
  },
});

const openMessage = (vault: Vault, row: WaitingMessage): Handed => {
  // `enqueue` sealed it; the vault checks the authentication tag. A message of an earlier version has no id.
  const { id = `outbox-${row.outbox_id}`, ...sealed } = JSON.parse(vault.open(row.sealed_payload)) as OutboxMessage & {
    expiresAt?: string | Date;
    id?: string;
  };
  const message = sealed.expiresAt === undefined ? sealed : { ...sealed, expiresAt: new Date(sealed.expiresAt) };
  const lost = row.lost_by === null || row.lost_at === null ? null : { by: row.lost_by, at: row.lost_at };
  // The spread above has lost which of the two kinds it is.
  return { id, message: message as OutboxMessage, attempts: row.attempts, lost };
};

/** How long a message is its worker's: more than a sender takes, and more than a code lives. @unit seconds */
const heldSec = 600;
/** @unit ms */
const noteAgainMs = 500;
const maxAttempts = 8;
const afterSecOf = (attempts: number): number => Math.min(600, 2 ** (attempts + 1));
/** A pause under this is not left to the next look, which may be 5 s away. @unit seconds */
const soonSec = 8;

/** Dependencies of a worker. */
export interface OutboxWorkerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly channels: Channels;
  readonly log: Log;
  /** Which process this is; default is one that shares its node with no other. */
  readonly node?: NodeMark;
  /** Counts a message that is set aside. */
  readonly countDead?: () => void;
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

/** Notes what came of an attempt: the message goes, waits, or is set aside for a person. */
const settle = async (
  tx: Tx,
  row: WaitingMessage,
  attempted: Attempted,
): Promise<'outboxFailed' | 'outboxDead' | null> => {
  await attempted.note?.(tx);
  const { outbox_id: outboxId, attempts } = row;
  if (attempted.kind === 'sent' || (attempted.kind === 'never' && row.expires)) {
    await deleteMessage(tx, outboxId);
    return null;
  }
  const { reason } = attempted;
  if (attempted.kind === 'never') {
    await postponeMessage(tx, outboxId, { afterSec: 0, isLast: true, reason });
    return 'outboxDead';
  }
  if (attempted.kind === 'lost') {
    await postponeMessage(tx, outboxId, { afterSec: attempted.afterSec, isLast: false, reason, lostBy: attempted.by });
    return null;
  }
  const { isIdle = false, afterSec = afterSecOf(attempts) } = attempted;
  const isLast = !isIdle && attempts + 1 >= maxAttempts;
  await postponeMessage(tx, outboxId, { afterSec, isLast, reason, isIdle });
  if (isIdle) return null;
  return isLast ? 'outboxDead' : 'outboxFailed';
};

/**
 * Builds the worker of this process; the workers of all nodes share the table. A message is taken, committed, sent and noted: a sender never holds a
 * transaction, whose end by a timeout would have its message sent again. What a worker that dies in between leaves is sent once more: by the next process on
 * its data folder when it starts, by others after ten minutes. A message that expires, as every code does, is not: it is sent at most once.
 *
 * @source security 4.15, running 2.3, decision 0101
 */
export const createOutboxWorker = ({
  database,
  vault,
  channels,
  log,
  node = newNodeMark(),
  countDead,
}: OutboxWorkerDeps): OutboxWorker => {
  let isStopped = false;
  /** Stores what came of a message, which has left: without a database this is tried again for as long as the message is held. */
  const note = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
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

  const wakeAfter = ({ kind, ...rest }: Attempted, { attempts }: WaitingMessage): void => {
    if (kind !== 'later') return;
    const afterSec = 'afterSec' in rest && rest.afterSec !== undefined ? rest.afterSec : afterSecOf(attempts);
    if (afterSec <= soonSec) setTimeout(() => looks.wake(), afterSec * 1000 + noteAgainMs / 10).unref();
  };

  const sendOne = async (row: WaitingMessage): Promise<void> => {
    const { outbox_id: outboxId, kind } = row;
    if (row.expired) {
      await note((tx) => deleteMessage(tx, outboxId));
      log.warn({ event: 'outboxExpired', outboxId, kind });
      return;
    }
    let failure: unknown;
    let attempted: Attempted;
    try {
      const handed = openMessage(vault, row);
      attempted = await channels[handed.message.kind].send(handed);
    } catch (error) {
      failure = error;
      attempted = { kind: 'later', reason: error instanceof Error ? error.message : String(error) };
    }
    const event = await note((tx) => settle(tx, row, attempted));
    wakeAfter(attempted, row);
    if (event === null) return;
    if (event === 'outboxDead') countDead?.();
    const why = 'reason' in attempted ? attempted.reason : '';
    log.error({ event, outboxId, ...(failure === undefined ? { why } : { error: failure }) });
  };

  let isReleased = false;
  /** What the process before on this data folder was sending when it died. */
  const releaseOnce = async (): Promise<void> => {
    if (isReleased) return;
    await database.transact('service', (tx) => releaseMessages(tx, node));
    isReleased = true;
  };

  /** Sends one message after the other until none is due. */
  const sendInTurn = async (): Promise<void> => {
    while (!isStopped) {
      const due = await database.transact('service', (tx) => takeDueMessage(tx, { heldSec, node }));
      if (due === undefined) return;
      await sendOne(due);
    }
  };
  const atOnce = Math.max(channels.sms.atOnce, channels.mail.atOnce);
  const sendAll = async (): Promise<void> => {
    await releaseOnce();
    const turns = await Promise.allSettled(Array.from({ length: atOnce }, sendInTurn));
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
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
