import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readOnlyTime } from '@ronghui/domain/maintenance';
import { countMonthsAhead } from '#features/behavior/behavior.reads';
import { countLost } from '#features/file/file.reads';
import { lookAtStore } from '#features/file/file-store';
import { createBackupLook } from '#kernel/backup/backup-metrics';
import type { Shedding } from '#kernel/http/shedding';
import type { SentJobs } from '#kernel/jobs/sent-jobs';
import { keptMaintenance } from '#kernel/maintenance/kept-maintenance';
import { listLivingNodes } from '#kernel/nodes/node.sql';
import { listRests } from '#kernel/sending/rest.sql';
import { createDatabaseLook, createPoolLook } from '#kernel/watch/database-look';
import { createCertificateLook, createMachineLook } from '#kernel/watch/machine-look';
import { createReplicaLook } from '#kernel/watch/replica-look';
import type { Kernel } from './app-kernel.ts';
import type { AppOptions } from './app-options.ts';

/** Several who scrape, and one who scrapes often, cost one look in this time. @unit ms */
const keptMs = 5000;
/** The store may be a bucket that bills requests; partitions and lost files change by jobs. @unit ms */
const keptLongMs = 30_000;
/** @unit ms */
const storeWithinMs = 4000;

const newestMigration = (): number => {
  const names = readdirSync(join(import.meta.dirname, '../migrations')).toSorted();
  return Number(names.findLast((name) => name.endsWith('.sql'))?.slice(0, 4));
};

/** Watches the application: each gauge of the list has its look here. @source running 6.1 */
export const watchApp = (
  { config, database, replica, clock, served }: AppOptions,
  { metrics, admission, unsealing, ports }: Kernel,
  {
    shedding,
    sentJobs,
    jobNames,
  }: { readonly shedding: Shedding; readonly sentJobs: SentJobs; readonly jobNames: readonly string[] },
): void => {
  const reading = () => database.reading('service');
  const migration = newestMigration();
  metrics.watch(() => ({
    ronghui_in_flight: shedding.inFlight,
    ronghui_places_taken: [
      { labels: { gate: 'password' }, value: admission.taken },
      { labels: { gate: 'unsealing' }, value: unsealing.taken },
    ],
    ronghui_shared_state: [{ labels: { kind: config.sharedState }, value: 1 }],
    ronghui_jobs_running: sentJobs.running,
    ronghui_migration: migration,
  }));
  metrics.watch(createPoolLook(database, replica));
  if (replica !== undefined) metrics.watch(createReplicaLook(replica));
  metrics.watch(createDatabaseLook({ database, clock, jobTries: config.limits.jobTries, jobNames }), keptMs);
  metrics.watch(async () => {
    const set = await keptMaintenance(reading(), ports);
    return { ronghui_read_only: readOnlyTime(set, clock.now()) !== null, ronghui_sms_stopped: set.smsStopped };
  }, keptMs);
  metrics.watch(createBackupLook(database, config.backup.plan, { dataDir: config.dataDir, clock }), keptMs);
  metrics.watch(async () => ({ ronghui_nodes: (await listLivingNodes(reading())).length }), keptMs);
  metrics.watch(createMachineLook({ data: config.dataDir, files: config.filesDir }), keptMs);
  if (served !== undefined) metrics.watch(createCertificateLook(served, clock));
  metrics.watch(async () => {
    const resting = (await listRests(reading())).map(({ provider }) => provider);
    const value = (provider: string) => (resting.includes(provider) ? 1 : 0);
    return {
      ronghui_sms_resting: config.senders.order.map((provider) => ({ labels: { provider }, value: value(provider) })),
    };
  }, keptMs);
  metrics.watch(async () => {
    // A bucket that says nothing is away for those who wait for a file.
    const late = wait(storeWithinMs, 'gone' as const, { ref: false });
    const store = await Promise.race([lookAtStore({ database, files: ports.files }), late]);
    return { ronghui_store_up: store !== 'gone', ronghui_store_wrong: store === 'wrong' };
  }, keptLongMs);
  metrics.watch(async () => ({ ronghui_files_lost: await countLost(reading()) }));
  metrics.watch(async () => ({ ronghui_partitions_ahead: await countMonthsAhead(reading()) }), keptLongMs);
};
