import { transferTimeoutMs } from '@ronghui/contract/wire';
import { CallError, isRecord } from './call-error.ts';
import type { Progress } from './files/download.ts';
import type { TimeLimit } from './time-limit.ts';

const isFile = (headers: Headers): boolean =>
  /attachment|excel|octet-stream/i.test(`${headers.get('content-type')} ${headers.get('content-disposition')}`);

/**
 * Turns a response into the result of a call: the `data` of a SUCCESS, or a file. Any other response throws a
 * CallError. A reply labelled as HTML is parsed as JSON too, and counts only if its `code` is SUCCESS.
 *
 * @source R7.3, contract 2
 */
export const readReply = async (
  response: Response,
  {
    operationId,
    timeLimit,
    onProgress,
  }: { operationId: string; timeLimit: TimeLimit; onProgress?: Progress | undefined },
): Promise<unknown> => {
  if (response.ok && isFile(response.headers)) {
    timeLimit.extend(transferTimeoutMs);
    const { readDownload } = await import('./files/download.ts');
    return readDownload(response, timeLimit, onProgress);
  }
  const body = parsed(await response.text());
  if (body?.['code'] === 'SUCCESS') return body['data'];
  const status = body?.['status'];
  throw new CallError({
    kind: 'reply',
    operationId,
    errCode: textOf(body?.['errCode']),
    errMsg: textOf(body?.['errMsg']),
    status: typeof status === 'number' ? status : response.status,
    traceId: textOf(body?.['traceId']),
    data: body?.['data'],
    retryAfterSec: Number(response.headers.get('retry-after')) || undefined,
  });
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
