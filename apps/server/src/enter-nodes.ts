import { lookAtStore, type StoreDeps } from '#features/file/file-store';
import { connectionsOfNode } from '#kernel/database/pools';
import type { Replica } from '#kernel/database/replica/replica';
import { refuseOverBudget, refuseOverReplicaBudget } from '#kernel/nodes/connection-budget';
import { equalSettings } from '#kernel/nodes/equal-settings';
import { listLivingNodes } from '#kernel/nodes/node.sql';
import { type NodeRegistry, type NodeRegistryDeps, openNodeRegistry } from '#kernel/nodes/node-registry';
import { addressOf } from '#kernel/setup/address';
import type { Config } from '#kernel/setup/config';
import { StartRefused } from '#kernel/setup/start-refused';
import { productVersion } from '#kernel/setup/version';

/** Enters this process among the nodes of its installation, with the settings that have to be equal on all of them. @source running 1.6 */
export const enterNodes = async (
  config: Config,
  {
    replica,
    ...deps
  }: Pick<NodeRegistryDeps, 'database' | 'log' | 'mark' | 'generations' | 'onGone'> & {
    readonly replica: Replica | undefined;
  },
): Promise<NodeRegistry> => {
  const [db, node] = [
    deps.database.reading('service'),
    { nodeId: deps.mark.id, connections: connectionsOfNode(config.limits) },
  ];
  // The embedded database is one node's, and has its connections by its own settings.
  if (config.databaseUrl !== null) await refuseOverBudget(db, node);
  if (replica !== undefined) await refuseOverReplicaBudget(db, node, replica);
  return openNodeRegistry({
    ...deps,
    version: productVersion,
    address: addressOf(config, config.port),
    settings: equalSettings(config),
  });
};

/**
 * Refuses a store that is not that of the nodes which live: half of the files would lie where the others do not look. Who is alone starts all the same, and says at each use
 * that the store is not the right one.
 *
 * @source running 1.7
 */
export const refuseOtherStore = async (
  { filesDir, s3 }: Pick<Config, 'filesDir' | 's3'>,
  nodeId: string,
  deps: Pick<StoreDeps, 'database' | 'files'>,
): Promise<void> => {
  const others = (await listLivingNodes(deps.database.reading('service'))).filter((node) => node.nodeId !== nodeId);
  if (others.length === 0 || (await lookAtStore(deps)) !== 'wrong') return;
  const where = s3 === null ? `FILES_DIR（${filesDir ?? ''}）` : `S3_BUCKET（${s3.bucket}）`;
  throw new StartRefused(
    `${where}不是其他节点所用的文件存储：没有挂载、是空的，或是另一套的。请改为同一个后重新启动。`,
  );
};
