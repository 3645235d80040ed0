import type { Db } from '#kernel/database/db';
import type { Replica } from '#kernel/database/replica/replica';
import { findConnectionRoom, listLivingNodes } from '#kernel/nodes/node.sql';
import { StartRefused } from '#kernel/setup/start-refused';

/** A server that has to have the connections, with the variable that names it. */
interface Server {
  readonly variable: string;
  readonly db: Db;
}

/** A node that starts, with all that its pools may open. */
interface StartingNode {
  readonly nodeId: string;
  readonly connections: number;
}

/**
 * Refuses a node for which the database has no connections left: the nodes that live and this one, each with all that its pools may open. The nodes are those of
 * the database, also where it is about the connections of its replica.
 *
 * @throws StartRefused with the sum
 * @source running 1.8
 */
export const refuseOverBudget = async (
  db: Db,
  { nodeId, connections }: StartingNode,
  { variable, db: asked }: Server = { variable: 'DATABASE_URL', db },
): Promise<void> => {
  const others = (await listLivingNodes(db)).filter((node) => node.nodeId !== nodeId).length;
  const [room, needed] = [await findConnectionRoom(asked), (others + 1) * connections];
  if (needed <= room) return;
  throw new StartRefused(
    `${variable} 的连接不够：${others + 1} 个节点 × ${connections} 个连接 = ${needed}，而 max_connections 除去保留的只有 ${room}。请提高 max_connections，或用 LIMITS 减小 serviceConnections、tenantConnections、entryConnections。`,
  );
};

/**
 * Refuses a node for which its replica has no connections left. One that does not answer now keeps nobody from starting: it is looked at again before it is read.
 *
 * @throws StartRefused with the sum
 * @source running 1.8, running 1.9
 */
export const refuseOverReplicaBudget = async (
  db: Db,
  node: StartingNode,
  replica: Pick<Replica, 'state' | 'reading' | 'failed'>,
): Promise<void> => {
  if (!['ok', 'behind'].includes((await replica.state()).kind)) return;
  const server = { variable: 'DATABASE_READ_URL', db: replica.reading('service', 'entry') };
  await refuseOverBudget(db, node, server).catch((error: unknown) => {
    if (error instanceof StartRefused) throw error;
    replica.failed(error);
  });
};
