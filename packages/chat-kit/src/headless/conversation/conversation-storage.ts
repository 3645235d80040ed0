/** What is kept on the device between two visits: records of an owner by their names. Values are cloned, blobs included. */
export interface ConversationStorage {
  all: (owner: string) => Promise<readonly unknown[]>;
  put: (owner: string, name: string, value: unknown) => Promise<void>;
  drop: (owner: string, name: string) => Promise<void>;
  /** Drops all records; with an owner, those of all others. */
  clear: (except?: string) => Promise<void>;
}

/** A storage that lasts as long as the page. */
export function createMemoryStorage(): ConversationStorage {
  const records = new Map<string, Map<string, unknown>>();
  return {
    all: async (owner) => [...(records.get(owner)?.values() ?? [])],
    async put(owner, name, value) {
      const own = records.get(owner) ?? new Map<string, unknown>();
      records.set(owner, own.set(name, value));
    },
    drop: async (owner, name) => void records.get(owner)?.delete(name),
    async clear(except) {
      for (const owner of records.keys()) if (owner !== except) records.delete(owner);
    },
  };
}

const table = 'records';
const ended = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });

/** A storage in the browser's database, opened at the first use; pictures that wait are kept too. */
export function createBrowserStorage(name: string): ConversationStorage {
  let opened: Promise<IDBDatabase> | undefined;
  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    const database = await ended(request);
    // another page drops everything, as at a logout
    database.onversionchange = () => database.close();
    return database;
  };
  const records = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= open();
    return (await opened).transaction(table, mode).objectStore(table);
  };
  const of = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []]);
  return {
    all: async (owner) => ended<unknown[]>((await records('readonly')).getAll(of(owner))),
    put: async (owner, key, value) => void (await ended((await records('readwrite')).put(value, [owner, key]))),
    drop: async (owner, key) => ended((await records('readwrite')).delete([owner, key])),
    async clear(except) {
      const store = await records('readwrite');
      for (const key of await ended(store.getAllKeys())) {
        if (!Array.isArray(key) || key[0] !== except) await ended(store.delete(key));
      }
    },
  };
}
