import { transferTimeoutMs } from '@ronghui/contract/wire';
import { CallError, isRecord } from './call-error.ts';
import { fileNameOf } from './file-name.ts';
import type { Patience } from './patience.ts';

/** A reply that is a file (R7.3). */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
}

/** Told while a file arrives; `total` is undefined when the server did not say. @unit bytes */
export type Progress = (received: number, total: number | undefined) => void;

const isFile = (headers: Headers): boolean =>
  /attachment|excel|octet-stream/i.test(`${headers.get('content-type')} ${headers.get('content-disposition')}`);

/**
 * Turns a response into what a call resolves to: the `data` of a SUCCESS, or a file. Anything else throws a CallError with what
 * the reply told. A reply marked as HTML is read as JSON too and counts only when its `code` is SUCCESS.
 *
 * @source R7.3, contract 2
 */
export const readReply = async (
  response: Response,
  { operationId, patience, onProgress }: { operationId: string; patience: Patience; onProgress?: Progress | undefined },
): Promise<unknown> => {
  if (response.ok && isFile(response.headers)) {
    patience.extend(transferTimeoutMs);
    const blob = await readBlob(response, patience, onProgress);
    return { blob, fileName: fileNameOf(response.headers.get('content-disposition')) } satisfies Download;
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

const readBlob = async (response: Response, patience: Patience, onProgress: Progress | undefined): Promise<Blob> => {
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) && !response.headers.has('content-encoding') ? length : undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return new Blob(chunks, { type });
    chunks.push(next.value);
    received += next.value.byteLength;
    patience.extend();
    onProgress?.(received, total);
  }
};
