import type { TimeLimit } from '../time-limit.ts';
import { fileNameOf } from './file-name.ts';

/** A reply that is a file (R7.3). */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
}

/** Reports the progress of a transfer; `total` is undefined where it is unknown. @unit bytes */
export type Progress = (done: number, total: number | undefined) => void;

/** Reads a file reply to its end; each chunk that arrives restarts the time limit. @source R7.3, R9.1 */
export const readDownload = async (
  response: Response,
  timeLimit: TimeLimit,
  onProgress: Progress | undefined,
): Promise<Download> => {
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) && !response.headers.has('content-encoding') ? length : undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) break;
    chunks.push(next.value);
    received += next.value.byteLength;
    timeLimit.extend();
    onProgress?.(received, total);
  }
  return { blob: new Blob(chunks, { type }), fileName: fileNameOf(response.headers.get('content-disposition')) };
};
