import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '#kernel/database/db';
import { listDataKeys, lockDataKeys, updateWrapped } from '#kernel/secrets/data-keys/data-key.sql';
import { openRows, wrongMaster } from '#kernel/secrets/data-keys/data-keys';
import { keyBytes, masterOf } from '#kernel/secrets/data-keys/wrapping';
import { nextMasterFile, promoteNextMaster, readMaster, writeNextMaster } from '#kernel/secrets/key-files';
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
}

const turnIn = async (tx: Tx, { folder, given, again }: TurnAsked): Promise<Turned> => {
  await lockDataKeys(tx);
  const rows = await listDataKeys(tx);
  const opened = rows.length === 0 ? null : await openRows(folder, rows);
  if (opened === null) throw new StartRefused(wrongMaster);
  // A turn that ended before its commit left the key that it had made.
  const left = given === null ? await readMaster(folder, nextMasterFile) : null;
  if (given === null && left === null && !again && rows.some(({ isTurnedToday }) => isTurnedToday)) return 'recent';
  const bytes = given ?? left ?? randomBytes(keyBytes);
  const next = masterOf(bytes);
  if (next.fingerprint === opened.master.fingerprint) return 'same';
  // On the disk before the rows need it: a start that finds both keys tries both.
  await writeNextMaster(folder, bytes);
  if (bytes !== given) bytes.fill(0);
  for (const { purpose, generation, wrapped } of rows) {
    const place = { purpose, generation };
    const key = opened.master.unwrap(place, wrapped);
    if (key === null) throw new StartRefused(wrongMaster);
    await updateWrapped(tx, place, { wrapped: next.wrap(place, key), master: next.fingerprint });
    key.fill(0);
  }
  return 'turned';
};

/**
 * Wraps all data keys with another master key, in one transaction. Ended at any moment, it leaves the key that the rows need in one of two files: a start finds
 * which, and what is left to do is done by it or by the next turn. Nodes that run do not notice: they have no master key.
 *
 * @source running 5.4
 */
export const turnMaster = async (database: Database, asked: TurnAsked): Promise<Turned> => {
  const outcome = await database.transact('service', (tx) => turnIn(tx, asked));
  if (outcome === 'turned') await promoteNextMaster(asked.folder);
  return outcome;
};
