import type { Db } from '#kernel/database/db';
import { findConnectionRoom, listLivingNodes } from '#kernel/nodes/node.sql';
import { StartRefused } from '#kernel/setup/start-refused';

/**
 * Refuses a node for which the database has no connections left: the nodes that live and this one, each with all that its pools may open.
 *
 * @throws StartRefused with the sum
 * @source running 1.8
 */
export const refuseOverBudget = async (
  db: Db,
  { nodeId, connections }: { readonly nodeId: string; readonly connections: number },
): Promise<void> => {
  const others = (await listLivingNodes(db)).filter((node) => node.nodeId !== nodeId).length;
  const [room, needed] = [await findConnectionRoom(db), (others + 1) * connections];
  if (needed <= room) return;
  throw new StartRefused(
    `数据库的连接不够：${others + 1} 个节点 × ${connections} 个连接 = ${needed}，而 max_connections 除去保留的只有 ${room}。请提高 max_connections，或用 LIMITS 减小 serviceConnections、tenantConnections、entryConnections。`,
  );
};
