import { catalogue } from '@ronghui/contract';
import type { Refusal } from '#kernel/refusal';

const head = Buffer.from('{"code":"SUCCESS","data":');
const beforeTrace = ',"traceId":"';
const tail = '"}';

/** A success (contract 2); `data` is JSON already. */
export const successText = (data: string, traceId: string): string =>
  `{"code":"SUCCESS","data":${data}${beforeTrace}${traceId}${tail}`;

/** A success from bytes that were kept: one copy, and the trace id behind. */
export const successBytes = (data: Buffer, traceId: string): Buffer => {
  const end = `${beforeTrace}${traceId}${tail}`;
  const bytes = Buffer.allocUnsafe(head.length + data.length + end.length);
  head.copy(bytes);
  data.copy(bytes, head.length);
  bytes.write(end, head.length + data.length, 'latin1');
  return bytes;
};

/** A failure (contract 2): code, text and status of the catalogue. */
export const failureText = (refusal: Pick<Refusal, 'code' | 'data'>, traceId: string): string => {
  const { message, status } = catalogue[refusal.code];
  return JSON.stringify({
    code: 'FAIL',
    errCode: refusal.code,
    errMsg: message,
    status,
    traceId,
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
  });
};
