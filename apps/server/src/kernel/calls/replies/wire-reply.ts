import { catalogue } from '@ronghui/contract';
import type { Refusal } from '#kernel/refusal';

/** A success (contract 2); `data` is JSON already. */
export const successText = (data: string, traceId: string): string =>
  `{"code":"SUCCESS","data":${data},"traceId":"${traceId}"}`;

/** UTF-8 as a latin1 string, one character per byte: Node sends head and body of such a reply in one write, without encoding it. */
export interface WireBytes {
  readonly latin1: string;
}

/** The bytes of a text, for caching. */
export const wireBytes = (text: string): WireBytes => ({ latin1: Buffer.from(text).toString('latin1') });

/** A success from cached bytes. */
export const successBytes = (data: WireBytes, traceId: string): WireBytes => ({
  latin1: successText(data.latin1, traceId),
});

/** A failure (contract 2): code, text and status from the catalogue. */
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
