import { createRequester, encodeJson, RequestFailure } from '@ronghui/chat-kit';
import { chatSignature } from '@ronghui/client';
import type { Input, OperationId, Output } from '@ronghui/contract';
import { tenantHeader } from '@ronghui/contract/wire';
import { currentClient, gatewayBase, startUp } from '@ronghui/web/calls/call';
import { shownIn } from '#kernel/start-up.ts';

type ChatOperation = Extract<OperationId, `chat.${string}`>;

/** What the gateway answered instead of data. @source contract 6 */
interface Refusal {
  readonly ret: string;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The gateway's refusal, where it gave one; nobody knows what became of a call that failed in another way. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (!(error instanceof RequestFailure) || !isObject(error.body)) return undefined;
  const { ret, msg, data } = error.body;
  return typeof ret !== 'string' || ret === '1'
    ? undefined
    : { ret, msg: typeof msg === 'string' ? msg : '', data: isObject(data) ? data : {} };
};

const gatewayPath = (operationId: string): string => `/chat/gateway/${operationId}`;
const operationOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A refused signature is made again with fresh keys and the server's time, as at the other doors. @source R7.4 */
const isOfKeys = (error: unknown): boolean => {
  const reason = refusalOf(error)?.data['reason'];
  return typeof reason === 'string' && ['KEY_EXPIRED', 'CLOCK_SKEW', 'REPLAY', 'BAD_SIGN'].includes(reason);
};

/** Calls an operation of the chat gateway through the kit's request helper. @source R12.8, contract 6 */
export const makeChatCall = () => {
  const request = createRequester({
    base: gatewayBase(),
    gateway: true,
    // As the client does, once.
    fetch: globalThis.fetch.bind(globalThis),
    sign: ({ path, data }) => chatSignature(currentClient(), operationOf(path), encodeJson(data)),
  });
  return async <Id extends ChatOperation>(operationId: Id, input: Input<Id>): Promise<Output<Id>> => {
    const tenantId = gatewayBase() === '' ? shownIn(operationId)?.tenantId : undefined;
    const headers = tenantId === undefined ? {} : { [tenantHeader]: tenantId };
    const send = () => request(gatewayPath(operationId), { data: { ...input }, headers }) as Promise<Output<Id>>;
    try {
      return await send();
    } catch (error) {
      if (!isOfKeys(error)) throw error;
      await startUp();
      return send();
    }
  };
};

export type ChatCall = ReturnType<typeof makeChatCall>;
