import { tenantHeader, transferTimeoutMs } from '@ronghui/contract/wire';
import type { TimeLimit } from '../time-limit.ts';
import type { Progress } from './download.ts';

/** An upload to send. */
export interface Upload {
  readonly url: string;
  readonly body: string | FormData;
  readonly tenantId?: string | undefined;
  readonly onProgress: Progress;
}

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
};

/**
 * Sends a file and reports progress, which `fetch` cannot; each chunk that is sent restarts the time limit. Rejects
 * when no answer arrives, the limit is reached or the caller cancels.
 *
 * @source R5.7, R9.1, ux "Always"
 */
export const sendFile = ({ url, body, tenantId, onProgress }: Upload, timeLimit: TimeLimit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.responseType = 'text';
    if (tenantId !== undefined) request.setRequestHeader(tenantHeader, tenantId);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      timeLimit.extend(transferTimeoutMs);
      onProgress(loaded, lengthComputable ? total : undefined);
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
    );
    request.addEventListener('error', () => reject(new TypeError('the upload was not answered')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was given up', 'AbortError')));
    const giveUp = () => request.abort();
    timeLimit.signal.addEventListener('abort', giveUp, { once: true });
    request.addEventListener('loadend', () => timeLimit.signal.removeEventListener('abort', giveUp));
    if (timeLimit.signal.aborted) reject(new DOMException('the upload was given up', 'AbortError'));
    else request.send(body);
  });
