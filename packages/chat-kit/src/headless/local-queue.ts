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
  return {
    add(records) {
      if (records.length === 0) return;
      try {
        storage?.setItem(key, JSON.stringify([...read(), ...records.flatMap(kept)].slice(-keptAtMost)));
      } catch {
        // a full or forbidden storage costs records, never the page
      }
    },
    take() {
      const records = read();
      try {
        storage?.removeItem(key);
      } catch {
        return [];
      }
      return records;
    },
  };
}
