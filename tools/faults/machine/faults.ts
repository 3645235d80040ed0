import { certificateFaults } from './certificate-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { diskFaults, storeRoomFaults } from './disk-faults.ts';
import { embeddedFaults } from './embedded-faults.ts';
import type { Fault } from './fault.ts';
import { jobFaults } from './job-faults.ts';
import { ownFaults } from './own-faults.ts';
import { sendingFaults } from './sending-faults.ts';
import { storeFaults } from './store-faults.ts';

/** The faults of an installation on a given database, in the order of the run: the store is looked at twice a minute, so its faults are last. */
export const givenFaults: readonly Fault[] = [
  ...databaseFaults,
  ...sendingFaults,
  ...jobFaults,
  ...ownFaults,
  ...storeFaults,
];

/** Every fault on one machine, in the order of the table. */
export const faults: readonly Fault[] = [
  ...databaseFaults,
  ...embeddedFaults,
  ...storeFaults,
  ...storeRoomFaults,
  ...diskFaults,
  ...sendingFaults,
  ...jobFaults,
  ...ownFaults,
  ...certificateFaults,
];
