/** The part of `Storage` that the queue uses. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A behaviour record as it is stored on a device, without anything that identifies a person. @source security 4.12 */
export interface KeptRecord {
  beaconEventId: string;
  beaconPageId: string;
  beaconOccurTime: number;
}

/** Records stored on the device between two visits. */
export interface LocalQueue {
  /** Appends records to those that are stored, another tab's included; false if they could not be stored. */
  add: (records: readonly KeptRecord[]) => boolean;
  /** Removes and returns all records. */
  take: () => KeptRecord[];
}

/** A stored value as a record; undefined when it is not a valid one. */
function kept(found: unknown): KeptRecord[] {
  const { beaconEventId, beaconPageId, beaconOccurTime }: { readonly [Key in keyof KeptRecord]?: unknown } =
    Object(found);
  return typeof beaconEventId === 'string' && typeof beaconPageId === 'string' && typeof beaconOccurTime === 'number'
    ? [{ beaconEventId, beaconPageId, beaconOccurTime }]
    : [];
}

/**
 * Makes the local queue. A storage that is missing, full, disabled or tampered with stores nothing and never throws.
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
      if (storage === undefined) return false;
      if (records.length === 0) return true;
      try {
        storage.setItem(key, JSON.stringify([...read(), ...records.flatMap(kept)].slice(-keptAtMost)));
        return true;
      } catch {
        return false;
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
