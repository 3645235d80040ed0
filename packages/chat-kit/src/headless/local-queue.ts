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

const isKept = (value: unknown): value is KeptRecord =>
  typeof value === 'object' &&
  value !== null &&
  'beaconEventId' in value &&
  typeof value.beaconEventId === 'string' &&
  'beaconPageId' in value &&
  typeof value.beaconPageId === 'string' &&
  'beaconOccurTime' in value &&
  typeof value.beaconOccurTime === 'number';

const bare = ({ beaconEventId, beaconPageId, beaconOccurTime }: KeptRecord): KeptRecord => ({
  beaconEventId,
  beaconPageId,
  beaconOccurTime,
});

/**
 * Makes the local queue. A storage that is full, switched off or tampered with loses records and never throws.
 *
 * @source R12.9
 */
export function createLocalQueue(storage: QueueStorage | undefined, key: string, keptAtMost: number): LocalQueue {
  const read = (): KeptRecord[] => {
    try {
      const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isKept).map(bare) : [];
    } catch {
      return [];
    }
  };
  return {
    add(records) {
      if (records.length === 0) return;
      try {
        storage?.setItem(key, JSON.stringify([...read(), ...records.map(bare)].slice(-keptAtMost)));
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
