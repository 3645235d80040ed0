import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TryDecision } from '@ronghui/domain/identity/login-lock';
import { endTry, isTryUnfinished, noteTry } from '#kernel/calls/admission/unfinished-try.sql';
import type { VisitorContext } from '#kernel/calls/context';
import { type Database, send, type Tx } from '#kernel/database/db';
import type { UnfinishedTries } from '#kernel/ports';

/** Between two looks at a try of another node. @unit ms */
const againMs = 50;

/** Makes the notes of one process. */
const createOwnTries = () => {
  const noted = new Map<string, Promise<void>>();
  return {
    begin(subject: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      noted.set(subject, promise);
      return () => {
        if (noted.get(subject) === promise) noted.delete(subject);
        resolve();
      };
    },
    async wait(subject: string): Promise<boolean> {
      const promise = noted.get(subject);
      await promise;
      return promise !== undefined;
    },
  };
};

/** Subjects name mobiles' digests and accounts; the table has only what they come to. */
const storedSubject = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/**
 * Makes the notes of all nodes: a row each, beside those of this process, which are waited for without a statement.
 *
 * @param database null where one node serves alone
 * @source running 1.6
 */
export const createUnfinishedTries = (database: Pick<Database, 'reading'> | null): UnfinishedTries => {
  const own = createOwnTries();
  const db = database?.reading('service', 'entry');
  return {
    begin(tx, subject) {
      const end = own.begin(subject);
      if (db === undefined) return end;
      const stored = storedSubject(subject);
      send(tx, noteTry(stored));
      return () => {
        end();
        // One that cannot be removed ends by itself.
        endTry(db, stored).catch(() => undefined);
      };
    },
    async wait(subject) {
      if (await own.wait(subject)) return true;
      if (db === undefined) return false;
      const stored = storedSubject(subject);
      let hasWaited = false;
      while (await isTryUnfinished(db, stored)) {
        hasWaited = true;
        await pause(againMs);
      }
      return hasWaited;
    },
  };
};

/**
 * Counts a try. One that meets a lock which a try of another call has set in advance waits for that call's end and is counted anew: several right
 * passwords at once lock nobody out. `reserve` calls `setsLock` inside its transaction, before others can see the lock.
 *
 * @source R4.5, R8.6
 */
export const countTry = async <Decision extends TryDecision>(
  { ports: { tries }, onEnd }: Pick<VisitorContext, 'ports' | 'onEnd'>,
  subject: string,
  reserve: (setsLock: (tx: Tx) => void) => Promise<Decision>,
): Promise<Decision> => {
  for (;;) {
    const decision = await reserve((tx) => onEnd(tries.begin(tx, subject)));
    if (decision.ok || !(await tries.wait(subject))) return decision;
  }
};
