import { callTimeoutMs, transferTimeoutMs } from '@ronghui/contract/wire';
import { CallError } from './call-error.ts';
import type { Progress } from './download.ts';
import { beginPatience } from './patience.ts';
import { readReply } from './reply.ts';

/** One request as it goes out. */
export interface Outgoing {
  readonly operationId: string;
  readonly url: string;
  readonly body: string | FormData;
  readonly file?: File | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Progress | undefined;
}

const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

/** The slowest line that an upload is waited for. @unit bytes per ms */
const slowestUpload = 16;

/**
 * Sends one request and reads its reply within the limits of R9.1. `fetch` does not tell how an upload gets on: one whose caller wants to
 * know goes another way, and any other has its limit on top of the time that its size takes on a slow line.
 */
export const exchange = async (fetchNow: typeof fetch, request: Outgoing): Promise<unknown> => {
  const { operationId, file, signal, onProgress } = request;
  const limitMs = file === undefined ? callTimeoutMs : transferTimeoutMs + file.size / slowestUpload;
  const patience = beginPatience(limitMs, signal);
  try {
    const response =
      file && onProgress
        ? // Apart from what every page loads: most of them upload nothing.
          await (await import('./upload.ts')).sendFile({ ...request, onProgress }, patience)
        : await fetchNow(request.url, {
            method: 'POST',
            body: request.body,
            headers: typeof request.body === 'string' ? formType : {},
            credentials: 'include',
            cache: 'no-store',
            signal: patience.signal,
          });
    return await readReply(response, { operationId, patience, onProgress });
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    throw new CallError({ kind: signal?.aborted ? 'aborted' : 'unreachable', operationId, cause });
  } finally {
    patience.end();
  }
};
