import type { Replica } from '#kernel/database/replica/replica';
import type { Look } from '#kernel/observe/gauges';

/** Looks at the replica, which keeps what it saw itself. Where nobody could look, nothing is shown. @source running 1.9 */
export const createReplicaLook =
  (replica: Replica): Look =>
  async () => {
    const { kind, lagSec } = await replica.state();
    return {
      ronghui_replica_up: kind === 'unknown' ? null : kind !== 'gone',
      ronghui_replica_wrong: kind === 'unknown' ? null : kind === 'wrong',
      ronghui_replica_lag_seconds: lagSec,
    };
  };
