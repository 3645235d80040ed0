import { CallError } from '@ronghui/client';
import { afterEach, expect, it } from 'vitest';
import { showError, toastStore } from './toasts.ts';

const failed = (status: number, errCode: string) =>
  new CallError({ kind: 'reply', operationId: 'order.page', status, errCode, errMsg: '原因', traceId: '7f3a' });

afterEach(() => toastStore.set([]));

it.each([
  [503, 'OPSB0001', '7f3a'],
  [500, 'RHSY500', '7f3a'],
  [400, 'OPS10001', undefined],
  [409, 'RHOR001', undefined],
  [422, 'RHSY422', undefined],
])(
  'R8.3 a toast for status %i (%s) has the trace id %s: only what is nobody’s fault has one',
  (status, code, traceId) => {
    showError('order.page', failed(status, code));
    expect(toastStore.get().map((toast) => toast.traceId)).toEqual([traceId]);
  },
);
