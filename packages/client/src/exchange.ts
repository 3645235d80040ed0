import { callTimeoutMs, tenantHeader, transferTimeoutMs } from '@ronghui/contract/wire';
import { CallError } from './call-error.ts';
import type { Progress } from './files/download.ts';
import { readReply } from './reply.ts';
import { startTimeLimit } from './time-limit.ts';

/** One request as it goes out. */
export interface Outgoing {
  readonly operationId: string;
  readonly url: string;
  readonly body: string | FormData;
  /** The tenant whose data the page shows. */
  readonly tenantId?: string | undefined;
  readonly file?: File | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Progress | undefined;
}

const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

/** The header that says for which tenant a call is. */
const tenantOf = ({ tenantId }: Pick<Outgoing, 'tenantId'>): Record<string, string> =>
  tenantId === undefined ? {} : { [tenantHeader]: tenantId };

/** The slowest connection for which an upload's time limit is calculated. @unit bytes per ms */
const slowestUpload = 16;

/**
 * Sends one request and reads its reply within the limits of R9.1. `fetch` reports no upload progress: a call that
 * wants progress uses XMLHttpRequest, and any other upload gets extra time in proportion to its size.
 */
export const exchange = async (fetchNow: typeof fetch, request: Outgoing): Promise<unknown> => {
  const { operationId, file, signal, onProgress } = request;
  const limitMs = file === undefined ? callTimeoutMs : transferTimeoutMs + file.size / slowestUpload;
  const timeLimit = startTimeLimit(limitMs, signal);
  try {
    const response =
      file && onProgress
        ? // Loaded on demand: most pages upload nothing.
          await (await import('./files/upload.ts')).sendFile({ ...request, onProgress }, timeLimit)
        : await fetchNow(request.url, {
            method: 'POST',
            body: request.body,
            headers: { ...(typeof request.body === 'string' && formType), ...tenantOf(request) },
            credentials: 'include',
            cache: 'no-store',
            signal: timeLimit.signal,
          });
    return await readReply(response, { operationId, timeLimit, onProgress });
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    throw new CallError({ kind: signal?.aborted ? 'aborted' : 'unreachable', operationId, cause });
  } finally {
    timeLimit.end();
  }
};
