import { encodeJson, RequestFailure } from '@ronghui/chat-kit';
import { chatSignature, type Download } from '@ronghui/client';
import type { Output } from '@ronghui/contract';
import { currentClient, gatewayBase } from '@ronghui/web/calls/call';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { gatewayPath, tenantHeaders, withFreshKeys } from './chat-calls.ts';

/** A picture or file of a message. */
export type ChatFile = Output<'chat.upload'>;

const operationId = 'chat.download';

/** Reads the bytes of a picture or file; a refusal is JSON, and never a file. @source contract 6 */
const readFile = ({ fileId, name }: ChatFile, signal: AbortSignal): Promise<Download> =>
  withFreshKeys(async () => {
    const data = encodeJson({ fileId });
    const sign = await chatSignature(currentClient(), operationId, data);
    const reply = await fetch(`${gatewayBase()}${gatewayPath(operationId)}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...tenantHeaders(operationId) },
      body: `{"reqEnvParams":{"channel":"PUBCC","sign":${encodeJson(sign)}},"data":${data}}`,
      signal,
    });
    const isFile = reply.ok && reply.headers.has('content-disposition');
    if (!isFile) throw new RequestFailure('ret', reply.status, { body: await reply.json() });
    return { blob: await reply.blob(), fileName: name };
  });

/** The bytes of a picture or file; they never change. */
export const useChatFile = (file: ChatFile, isWanted: boolean): UseQueryResult<Download> =>
  useQuery({
    queryKey: ['chat', 'file', file.fileId],
    queryFn: ({ signal }) => readFile(file, signal),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
