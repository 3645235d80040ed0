import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { connectionString, livingOwner, refuseOwnerElsewhere } from './owner.ts';
import { ownRights } from './placement.ts';
import { findLiveServer } from './postmaster.ts';
import { productDatabase } from './settings.ts';
import { type EmbeddedOptions, startEmbedded } from './start-embedded.ts';

/** A database for the length of one command. */
export interface VisitedDatabase {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Enters the embedded database for a command: as a guest of the server that runs on the folder, or by starting it and stopping it again.
 *
 * @throws EmbeddedDatabaseError when it cannot be had
 */
export const visitEmbedded = async (options: EmbeddedOptions): Promise<VisitedDatabase> => {
  const dataDir = resolve(options.dataDir);
  await refuseOwnerElsewhere(dataDir);
  if (livingOwner(dataDir) === undefined) return startEmbedded(options);
  const rights = options.rights ?? ownRights();
  const cluster = await openCluster(join(dataDir, 'postgres'), {
    binaries: findBinaries(),
    rights,
    durability: 'durable',
  });
  const server = findLiveServer(cluster.placement.cluster);
  if (server === undefined) return startEmbedded(options);
  const adminUrl = connectionString({ port: server.port, password: cluster.password }, productDatabase);
  return { adminUrl, stop: async () => undefined };
};
