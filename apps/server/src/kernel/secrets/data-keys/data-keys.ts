import { createSecretKey, randomBytes, randomFillSync } from 'node:crypto';
import { announce, type Database } from '#kernel/database/db';
import { isKnownToAll } from '#kernel/nodes/node.sql';
import type { Author } from '#kernel/observe/actor';
import {
  type DataKeyRow,
  findLastGeneration,
  findSealedPrivate,
  hasSeals,
  insertDataKeys,
  isFirstPepperDropped,
  listDataKeys,
  lockDataKeys,
  updateInForce,
  updateRetired,
} from '#kernel/secrets/data-keys/data-key.sql';
import { KeyRing, keyOf, type ReadKeys, type RingKey } from '#kernel/secrets/data-keys/key-ring';
import {
  firstKeys,
  type KeyPlace,
  type KeyPurpose,
  keyBytes,
  keyPurposes,
  type Master,
  masterOf,
} from '#kernel/secrets/data-keys/wrapping';
import { masterFile, nextMasterFile, promoteNextMaster, readMaster } from '#kernel/secrets/key-files';
import { openVault } from '#kernel/secrets/vault';
import { StartRefused } from '#kernel/setup/start-refused';

/** The data keys of a process. */
export interface DataKeys {
  readonly ring: KeyRing;
  /** Those that were read last, by purpose and number. */
  readonly generations: readonly string[];
  /** Reads them again, after they were changed. */
  refresh(): Promise<void>;
}

/** Data keys as they were read, with the master key that opened them. */
export interface OpenedKeys {
  readonly keys: readonly RingKey[];
  readonly master: Master;
}

const masterIn = async (folder: string, name: string): Promise<Master | null> => {
  const bytes = await readMaster(folder, name);
  if (bytes === null) return null;
  const master = masterOf(bytes);
  bytes.fill(0);
  return master;
};

const unwrapped = (rows: readonly DataKeyRow[], master: Master): readonly RingKey[] | null => {
  const keys: RingKey[] = [];
  for (const { purpose, generation, wrapped, inForceAt } of rows) {
    const bytes = master.unwrap({ purpose, generation }, wrapped);
    if (bytes === null) return null;
    keys.push({ purpose, generation, key: keyOf(bytes), isInForce: inForceAt !== null });
  }
  return keys;
};

/**
 * Opens data keys with the master key of the folder, or with the one that was about to follow it: the process that turned it over ended between
 * commit and rename, and what it left undone is done. Null where neither wrapped them.
 */
export const openRows = async (folder: string, rows: readonly DataKeyRow[]): Promise<OpenedKeys | null> => {
  const [first] = rows;
  if (first === undefined) return null;
  // Once more the first: another turn may put its key in force between the two looks.
  for (const name of [masterFile, nextMasterFile(first.master), masterFile]) {
    const master = await masterIn(folder, name);
    const keys = master === null ? null : unwrapped(rows, master);
    if (master === null || keys === null) continue;
    if (name !== masterFile) await promoteNextMaster(folder, first.master);
    return { keys, master };
  }
  return null;
};

/** Whether nothing was ever sealed, digested or signed here: then the first keys need not be those of before. */
const isNew = async (database: Database, sealed: Buffer | undefined): Promise<boolean> =>
  sealed === undefined && !(await hasSeals(database.reading('service')));

/**
 * Stores the first keys: of an installation that is new, keys that nothing else tells; of one of before there were data keys those that were in force,
 * so that nothing that is stored has to change.
 */
const fillDataKeys = async (database: Database, folder: string): Promise<void> => {
  const bytes = await readMaster(folder, masterFile);
  if (bytes === null) throw new StartRefused(`没有主密钥 ${folder}/${masterFile}。`);
  const [master, first] = [masterOf(bytes), firstKeys(bytes)];
  bytes.fill(0);
  try {
    const sealed = await findSealedPrivate(database.reading('service'));
    const key = createSecretKey(first.vault);
    const vault = openVault({ current: { generation: 1, key }, find: () => key });
    try {
      if (sealed !== undefined) vault.open(sealed);
    } catch (cause) {
      throw new StartRefused(wrongMaster, { cause });
    }
    if (await isNew(database, sealed)) for (const purpose of keyPurposes) randomFillSync(first[purpose]);
    await database.transact('service', (tx) =>
      insertDataKeys(
        tx,
        keyPurposes.map((purpose) => {
          const place = { purpose, generation: 1 };
          return { ...place, wrapped: master.wrap(place, first[purpose]), master: master.fingerprint, isInForce: true };
        }),
      ),
    );
  } finally {
    for (const purpose of keyPurposes) first[purpose].fill(0);
  }
};

export const wrongMaster =
  '数据库中的数据密钥不是用此数据目录的主密钥包裹的：请恢复与这个数据库同一时期的 secrets/master.key 与 secrets/pepper.key（npm run backup -- keys 写出的那一份）';

const readDataKeys = async (
  database: Database,
  folder: string,
): Promise<ReadKeys & { readonly rows: readonly DataKeyRow[] }> => {
  const db = database.reading('service');
  for (let again = 2; ; again -= 1) {
    let rows = await listDataKeys(db);
    if (rows.length === 0) {
      await fillDataKeys(database, folder);
      rows = await listDataKeys(db);
    }
    const opened = await openRows(folder, rows);
    if (opened !== null) return { keys: opened.keys, isFirstPepperDropped: await isFirstPepperDropped(db), rows };
    // A master key that is turned over at this moment changes rows and files one after the other.
    if (again === 0) throw new StartRefused(wrongMaster);
  }
};

const isBefore = (row: KeyPlace, { purpose, generation }: KeyPlace): boolean =>
  row.purpose === purpose && row.generation < generation;

const nameOf = ({ purpose, generation }: KeyPlace): string => `${purpose} ${generation}`;

/**
 * Puts the generations that wait in force, once every living node has read them: one that had not could not open what another seals.
 *
 * @returns whether they are
 */
const putInForce = (
  database: Database,
  rows: readonly DataKeyRow[],
  waiting: readonly DataKeyRow[],
): Promise<boolean> =>
  database.transact('service', async (tx) => {
    if (!(await isKnownToAll(tx, waiting.map(nameOf)))) return false;
    const signing = waiting.find(({ purpose }) => purpose === 'signing');
    await updateInForce(tx, waiting);
    // Nothing is stored under them: a browser whose key is refused fetches another one.
    if (signing !== undefined)
      await updateRetired(
        tx,
        rows.filter((row) => isBefore(row, signing)),
      );
    announce(tx, 'data_key_changed');
    return true;
  });

/** How soon a node looks again whether all others have read what waits. @unit ms */
const againMs = 2000;

/** A process that serves, and no command. */
export interface KeyNode {
  /** Says to the others what this node has read. */
  announceRead?(this: void): Promise<unknown>;
}

/**
 * Reads the data keys. The first start of an installation stores them.
 *
 * @param node null for a command
 * @throws StartRefused with a sentence: another master key wrapped them
 * @source running 5.4
 */
export const openDataKeys = async (database: Database, folder: string, node: KeyNode | null): Promise<DataKeys> => {
  let generations: readonly string[] = [];
  const read = async (): Promise<ReadKeys> => {
    const { rows, ...found } = await readDataKeys(database, folder);
    generations = rows.map(nameOf);
    const waiting = rows.filter(({ inForceAt }) => inForceAt === null);
    if (node === null || waiting.length === 0) return found;
    await node.announceRead?.();
    if (await putInForce(database, rows, waiting))
      return { ...found, keys: found.keys.map((key) => ({ ...key, isInForce: true })) };
    // The last one to read them puts them in force, or one that looks after a node that had not is gone.
    setTimeout(() => void refresh().catch(() => undefined), againMs).unref();
    return found;
  };
  // One after the other, so that what was read last is what was read latest.
  let reading: Promise<void> = Promise.resolve();
  const readAgain = async () => ring.set(await read());
  const refresh = (): Promise<void> => {
    const next = reading.then(readAgain);
    reading = next.catch(() => undefined);
    return next;
  };
  const ring = new KeyRing(await read());
  return {
    ring,
    get generations() {
      return generations;
    },
    refresh,
  };
};

/** Makes the next generation of a purpose, which waits for the nodes. @returns its number; null where one waits already */
export const makeGeneration = (
  database: Database,
  folder: string,
  { purpose, author }: { readonly purpose: KeyPurpose; readonly author: Author },
): Promise<number | null> =>
  database.transact('service', async (tx) => {
    await lockDataKeys(tx);
    const rows = await listDataKeys(tx);
    const opened = await openRows(folder, rows);
    if (opened === null) throw new StartRefused(wrongMaster);
    if (rows.some((row) => row.purpose === purpose && row.inForceAt === null)) return null;
    // The first pepper has no row while it is needed.
    const least = purpose === 'pepper' ? 1 : 0;
    const place = { purpose, generation: Math.max(least, await findLastGeneration(tx, purpose)) + 1 };
    const bytes = randomBytes(keyBytes);
    const { master } = opened;
    await insertDataKeys(tx, [
      { ...place, wrapped: master.wrap(place, bytes), master: master.fingerprint, isInForce: false },
    ]);
    bytes.fill(0);
    author.record(tx, { event: 'ops.keys.turn', object: purpose, after: { generation: place.generation } });
    announce(tx, 'data_key_changed');
    return place.generation;
  });
