import { gatewayMap, startUpOperations } from '@ronghui/contract/wire';
import type { CallOptions, Client } from './client.ts';
import { gatewayDoor } from './doors.ts';

/**
 * A call addressed by path. A path that belongs to an operation goes through the gateway; any other path is called
 * directly, and its signature covers the path. The start-up call is always `client.start()`.
 *
 * @source R7.2, contract 1
 */
export const callPath = (client: Client, path: string, data: unknown, options?: CallOptions): Promise<unknown> => {
  const operationId = gatewayMap[path];
  if (operationId === undefined) {
    return client.send({ operationId: path, address: path, signedFor: path, direct: true }, data, options);
  }
  return startUpOperations.includes(operationId)
    ? client.start()
    : client.send(gatewayDoor(operationId), data, options);
};
