import type { Fault } from './fault.ts';
import { clear, fill } from './small-disk.ts';

/** Its alert is raised at once; so long calls fail under it, and no symptom is raised. @unit seconds */
const heldSec = 24;

/** Faults of a small disk, on which everything lies that the product keeps. */
export const diskFaults: readonly Fault[] = [
  {
    name: 'Disk full',
    made: 'a file takes all the room of a small file system under `DATA_DIR`, which the embedded database and the store share',
    begin: ({ dataDir }) => fill(dataDir),
    end: ({ dataDir }) => clear(dataDir),
    answers: { purchase: '503 OPSB0001', code: '503 OPSB0001', upload: '503 OPSB0005' },
    shown: /^ronghui_disk_free_bytes\{folder="data"\} \d{1,7}$/m,
    alert: 'RonghuiDiskFull',
    heldSec,
  },
];

/** The same with the database elsewhere. */
export const storeRoomFaults: readonly Fault[] = [
  {
    name: 'Store full',
    made: 'a file takes all the room of a small file system under `DATA_DIR`; the database is elsewhere',
    begin: ({ dataDir }) => fill(dataDir),
    end: ({ dataDir }) => clear(dataDir),
    answers: { upload: '503 OPSB0005' },
    shown: /^ronghui_disk_free_bytes\{folder="data"\} \d{1,7}$/m,
    alert: 'RonghuiDiskFull',
    heldSec,
  },
];
