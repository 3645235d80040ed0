import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { connectionString, livingOwner, refuseOwnerElsewhere } from './owner.ts';
import { ownRights } from './placement.ts';
import { findLiveServer } from './postmaster.ts';
import { productDatabase } from './settings.ts';
import { type EmbeddedOptions, startEmbedded } from './start-embedded.ts';

/** A database for the duration of one command. */
export interface VisitedDatabase {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Opens the embedded database for a command: on the server that already runs on the folder, or by starting one and
 * stopping it again.
 *
 * @throws EmbeddedDatabaseError when it is not available
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
