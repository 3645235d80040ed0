import { connectionsOfNode } from '#kernel/database/pools';
import { refuseOverBudget } from '#kernel/nodes/connection-budget';
import { equalSettings } from '#kernel/nodes/equal-settings';
import { type NodeRegistry, type NodeRegistryDeps, openNodeRegistry } from '#kernel/nodes/node-registry';
import { addressOf } from '#kernel/setup/address';
import type { Config } from '#kernel/setup/config';
import { productVersion } from '#kernel/setup/version';

/** Enters this process among the nodes of its installation, with the settings that have to be equal on all of them. @source running 1.6 */
export const enterNodes = async (
  config: Config,
  deps: Pick<NodeRegistryDeps, 'database' | 'log' | 'mark' | 'generations' | 'onGone'>,
): Promise<NodeRegistry> => {
  // The embedded database is one node's, and has its connections by its own settings.
  if (config.databaseUrl !== null)
    await refuseOverBudget(deps.database.reading('service'), {
      nodeId: deps.mark.id,
      connections: connectionsOfNode(config.limits),
    });
  return openNodeRegistry({
    ...deps,
    version: productVersion,
    address: addressOf(config, config.port),
    settings: equalSettings(config),
  });
};
