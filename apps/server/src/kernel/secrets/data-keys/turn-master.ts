import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { listDataKeys, lockDataKeys, updateWrapped } from '#kernel/secrets/data-keys/data-key.sql';
import { openRows, wrongMaster } from '#kernel/secrets/data-keys/data-keys';
import { keyBytes, masterOf } from '#kernel/secrets/data-keys/wrapping';
import { promoteNextMaster, writeNextMaster } from '#kernel/secrets/key-files';
import { StartRefused } from '#kernel/setup/start-refused';

/** Whether the key was changed, is the one that was asked for, or was turned over in the last day. */
export type Turned = 'turned' | 'same' | 'recent';

/** What is turned to. */
export interface TurnAsked {
  /** The folder of key files. */
  readonly folder: string;
  /** The key that somebody made elsewhere, which the caller clears; null makes one. */
  readonly given: Uint8Array | null;
  /** Whether a key that was turned over in the last day is turned over once more. */
  readonly again: boolean;
  readonly author: Author;
}

const turnIn = async (tx: Tx, { folder, given, again, author }: TurnAsked): Promise<[Turned, string]> => {
  await lockDataKeys(tx);
  const rows = await listDataKeys(tx);
  const opened = rows.length === 0 ? null : await openRows(folder, rows);
  if (opened === null) throw new StartRefused(wrongMaster);
  const { fingerprint: needed } = opened.master;
  if (given === null && !again && rows.some(({ isTurnedToday }) => isTurnedToday)) return ['recent', needed];
  const bytes = given ?? randomBytes(keyBytes);
  const next = masterOf(bytes);
  if (next.fingerprint === needed) return ['same', needed];
  // On the disk before the rows need it: a start that finds both keys tries both.
  await writeNextMaster(folder, bytes, { fingerprint: next.fingerprint, needed });
  if (bytes !== given) bytes.fill(0);
  for (const { purpose, generation, wrapped } of rows) {
    const place = { purpose, generation };
    const key = opened.master.unwrap(place, wrapped);
    if (key === null) throw new StartRefused(wrongMaster);
    await updateWrapped(tx, place, { wrapped: next.wrap(place, key), master: next.fingerprint });
    key.fill(0);
  }
  author.record(tx, { event: 'ops.keys.turn', object: 'master' });
  return ['turned', next.fingerprint];
};

/**
 * Wraps all data keys with another master key, in one transaction. Ended at any moment, it leaves the key that the rows need in one of two files: a start finds
 * which, and what is left to do is done by it or by the next turn. Nodes that run do not notice: they have no master key.
 *
 * @source running 5.4
 */
export const turnMaster = async (database: Database, asked: TurnAsked): Promise<Turned> => {
  const [outcome, fingerprint] = await database.transact('service', (tx) => turnIn(tx, asked));
  if (outcome === 'turned') await promoteNextMaster(asked.folder, fingerprint);
  return outcome;
};
