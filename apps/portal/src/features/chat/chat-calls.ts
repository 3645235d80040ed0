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

export const gatewayPath = (operationId: string): string => `/chat/gateway/${operationId}`;
const operationOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A refused signature is made again with fresh keys and the server's time, as at the other doors. @source R7.4 */
const isOfKeys = (error: unknown): boolean => {
  const reason = refusalOf(error)?.data['reason'];
  return typeof reason === 'string' && ['KEY_EXPIRED', 'CLOCK_SKEW', 'REPLAY', 'BAD_SIGN'].includes(reason);
};

/** Sends what is signed, and once more with fresh keys where these were refused. */
export const withFreshKeys = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await send();
  } catch (error) {
    if (!isOfKeys(error)) throw error;
    await startUp();
    return send();
  }
};

/** The tenant whose conversation the page shows, where the gateway is the page's own. */
export const tenantHeaders = (operationId: ChatOperation): Readonly<Record<string, string>> => {
  const tenantId = gatewayBase() === '' ? shownIn(operationId)?.tenantId : undefined;
  return tenantId === undefined ? {} : { [tenantHeader]: tenantId };
};

/** How long a file may be on its way. @unit ms */
const uploadMs = 120_000;

/** Calls an operation of the chat gateway through the kit's request helper; an upload with its file. @source R12.8, contract 6 */
export const makeChatCall = () => {
  const request = createRequester({
    base: gatewayBase(),
    gateway: true,
    // As the client does, once.
    fetch: globalThis.fetch.bind(globalThis),
    sign: ({ path, data }) => chatSignature(currentClient(), operationOf(path), encodeJson(data)),
  });
  return <Id extends ChatOperation>(operationId: Id, input: Input<Id>, file?: Blob): Promise<Output<Id>> => {
    const headers = tenantHeaders(operationId);
    const upload =
      file === undefined ? {} : ({ encoding: 'multipart', file: { content: file }, timeoutMs: uploadMs } as const);
    return withFreshKeys(
      () => request(gatewayPath(operationId), { data: { ...input }, headers, ...upload }) as Promise<Output<Id>>,
    );
  };
};

export type ChatCall = ReturnType<typeof makeChatCall>;
