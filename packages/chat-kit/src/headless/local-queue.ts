/** The part of `Storage` that the queue needs. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A behaviour record as it may be kept on a device: nothing in it tells who it is from. @source security 4.12 */
export interface KeptRecord {
  beaconEventId: string;
  beaconPageId: string;
  beaconOccurTime: number;
}

/** Records that wait on the device between two visits. */
export interface LocalQueue {
  /** Adds records behind those that are there, also another tab's. */
  add: (records: readonly KeptRecord[]) => void;
  /** Takes all records out. */
  take: () => KeptRecord[];
  /** Takes these out, each once, and leaves what others have added. */
  drop: (records: readonly KeptRecord[]) => void;
}

const nameOf = ({ beaconEventId, beaconPageId, beaconOccurTime }: KeptRecord): string =>
  JSON.stringify([beaconEventId, beaconPageId, beaconOccurTime]);

/** Those of the records that are not among others; one of the others counts for one. */
export function without<Kept extends KeptRecord>(records: readonly Kept[], others: readonly KeptRecord[]): Kept[] {
  const names = others.map(nameOf);
  return records.filter((record) => {
    const found = names.indexOf(nameOf(record));
    if (found >= 0) names.splice(found, 1);
    return found < 0;
  });
}

/** A record as it is kept, out of whatever was found; nothing when it is none. */
function kept(found: unknown): KeptRecord[] {
  const { beaconEventId, beaconPageId, beaconOccurTime }: { readonly [Key in keyof KeptRecord]?: unknown } =
    Object(found);
  return typeof beaconEventId === 'string' && typeof beaconPageId === 'string' && typeof beaconOccurTime === 'number'
    ? [{ beaconEventId, beaconPageId, beaconOccurTime }]
    : [];
}

/**
 * Makes the local queue. A storage that is full, switched off or tampered with loses records and never throws.
 *
 * @source R12.9
 */
export function createLocalQueue(storage: QueueStorage | undefined, key: string, keptAtMost: number): LocalQueue {
  const read = (): KeptRecord[] => {
    try {
      const found: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
      return Array.isArray(found) ? found.flatMap(kept) : [];
    } catch {
      return [];
    }
  };
  const write = (records: readonly KeptRecord[]): boolean => {
    try {
      if (records.length === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(records.flatMap(kept).slice(-keptAtMost)));
      return true;
    } catch {
      // a full or forbidden storage costs records, never the page
      return false;
    }
  };
  return {
    add(records) {
      if (records.length > 0) write([...read(), ...records]);
    },
    take() {
      const records = read();
      return write([]) ? records : [];
    },
    drop(records) {
      write(without(read(), records));
    },
  };
}
