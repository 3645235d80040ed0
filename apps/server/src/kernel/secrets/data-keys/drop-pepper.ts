import { allowMinutesBehind, announce, type Database, type Db, type Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import {
  type DataKeyRow,
  insertFirstPepperDropped,
  isFirstPepperDropped,
  listDataKeys,
  lockDataKeys,
  updateRetired,
} from '#kernel/secrets/data-keys/data-key.sql';
import { pepperMark } from '#kernel/secrets/data-keys/pepper-mark';
import { countOldPasswords, type OldPasswords } from '#kernel/secrets/data-keys/pepper-needed.sql';
import type { Needed } from '#kernel/secrets/data-keys/reseal';

const countAtMost = 1000;
/** The accounts are read for hashes of before. @unit minutes */
const scanMinutes = 30;

/** What came of it: which generations went and whose passwords with them, or why none did. */
export type DroppedPepper =
  | { readonly outcome: 'dropped'; readonly generations: readonly number[]; readonly unseen: OldPasswords }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'young' }
  | { readonly outcome: 'needed'; readonly needed: readonly Needed[] };

/** The pepper in force of those that have rows, and those before it; null while the first one, a file, is in force or stands alone. */
interface PeppersNow {
  readonly current: DataKeyRow;
  readonly old: readonly DataKeyRow[];
  /** Whether the first one is among those before it. */
  readonly hasFirst: boolean;
}

const peppersNow = async (db: Db, rows: readonly DataKeyRow[]): Promise<PeppersNow | null> => {
  const own = rows.filter(({ purpose }) => purpose === 'pepper');
  const current = own.findLast(({ inForceAt }) => inForceAt !== null);
  if (current === undefined) return null;
  const old = own.filter(({ generation }) => generation < current.generation);
  const hasFirst = !(await isFirstPepperDropped(db));
  return hasFirst || old.length > 0 ? { current, old, hasFirst } : null;
};

const countOld = (tx: Tx, { generation }: DataKeyRow, isSeen: boolean): Promise<OldPasswords> => {
  allowMinutesBehind(tx, scanMinutes);
  return countOldPasswords(tx, { mark: pepperMark(generation), isSeen, limit: countAtMost });
};

const neededOf = ({ users, staff }: OldPasswords): readonly Needed[] =>
  [
    { name: 'user_account.password_hash', count: users },
    { name: 'staff.password_hash', count: staff },
  ].filter(({ count }) => count > 0);

/** What peppers before the one in force are needed for; empty where there are none, or nothing is left. */
export const listPepperNeeded = async (tx: Tx, rows: readonly DataKeyRow[]): Promise<readonly Needed[]> => {
  const now = await peppersNow(tx, rows);
  return now === null ? [] : neededOf(await countOld(tx, now.current, true));
};

/**
 * Drops the peppers before the one in force, for ever. Refused while an account needs one: a login hashes its password anew, so those are left that have not logged
 * in with it since the turn, and of them those that did or set it in the last 180 days. The others set a new one by code, and staff are given one. Refused also
 * in the hour after the turn, in which a call of before may still store a hash.
 *
 * @source running 5.4, decision 0159
 */
export const dropOldPepper = (database: Database, author: Author): Promise<DroppedPepper> =>
  database.transact('service', async (tx): Promise<DroppedPepper> => {
    await lockDataKeys(tx);
    const now = await peppersNow(tx, await listDataKeys(tx));
    if (now === null) return { outcome: 'none' };
    const { current, old, hasFirst } = now;
    if (!current.isSettled) return { outcome: 'young' };
    const needed = neededOf(await countOld(tx, current, true));
    if (needed.length > 0) return { outcome: 'needed', needed };
    const unseen = await countOld(tx, current, false);
    await updateRetired(tx, old);
    if (hasFirst) await insertFirstPepperDropped(tx, current.master);
    const generations = [...(hasFirst ? [1] : []), ...old.map(({ generation }) => generation)];
    author.record(tx, { event: 'ops.keys.drop', object: 'pepper', before: { generations } });
    announce(tx, 'data_key_changed');
    return { outcome: 'dropped', generations, unseen };
  });
