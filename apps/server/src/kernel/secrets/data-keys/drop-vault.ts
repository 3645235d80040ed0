import { announce, type Database } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { clearResealed, listDataKeys, lockDataKeys, updateRetired } from '#kernel/secrets/data-keys/data-key.sql';
import { listNeeded, type Needed, vaultNow } from '#kernel/secrets/data-keys/reseal';

/** What came of it: how many generations went, or why none did. */
export type Dropped =
  | { readonly outcome: 'dropped'; readonly generations: readonly number[] }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'young' }
  | { readonly outcome: 'needed'; readonly needed: readonly Needed[] };

/**
 * Drops the generations of the vault before the one in force, for ever: refused while a row needs one, and in the hour after the turn, in which what a call or
 * a command sealed before it may still be stored.
 *
 * @source running 5.4
 */
export const dropOldVault = (database: Database, author: Author): Promise<Dropped> =>
  database.transact('service', async (tx): Promise<Dropped> => {
    await lockDataKeys(tx);
    const rows = await listDataKeys(tx);
    const { current, hasOlder } = vaultNow(rows);
    if (!hasOlder) return { outcome: 'none' };
    if (!current.isSettled) return { outcome: 'young' };
    const needed = await listNeeded(tx, current.generation);
    if (needed.length > 0) {
      // A command that ran for long may have stored it since the job was done.
      await clearResealed(tx, current);
      return { outcome: 'needed', needed };
    }
    const old = rows.filter(({ purpose, generation }) => purpose === 'vault' && generation < current.generation);
    await updateRetired(tx, old);
    const generations = old.map(({ generation }) => generation);
    author.record(tx, { event: 'ops.keys.drop', object: 'vault', before: { generations } });
    announce(tx, 'data_key_changed');
    return { outcome: 'dropped', generations };
  });
