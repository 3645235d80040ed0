import { CallError } from '@ronghui/client';
import { describe, expect, it } from 'vitest';
import { contentStatus } from './content-status.ts';
import { queryStatus } from './query-status.ts';

const refusal = (status: number, errCode: string) =>
  new CallError({ kind: 'reply', operationId: 'order.page', status, errCode, errMsg: '系统繁忙', traceId: '7f3a' });

describe('queryStatus', () => {
  it('R2.9 waits, fails with its trace id, says that the role may not see it', () => {
    const asked = { data: undefined };
    expect(queryStatus('order.page', { ...asked, error: null })).toEqual({ status: 'loading' });
    expect(queryStatus('order.page', { ...asked, error: refusal(503, 'X') })).toMatchObject({
      status: 'failed',
      traceId: '7f3a',
    });
    expect(queryStatus('order.page', { ...asked, error: refusal(403, 'RHSY403') })).toEqual({ status: 'forbidden' });
  });

  it('R2.9 data whose refresh failed stays, and says since when it is', () => {
    const dataUpdatedAt = Date.UTC(2026, 10, 20, 1, 30);
    const asked = { data: [1], error: refusal(503, 'X'), dataUpdatedAt, isFetching: true };
    expect(queryStatus('order.page', asked)).toEqual({
      status: 'ready',
      data: [1],
      stale: { message: '系统繁忙', since: '2026-11-20T01:30:00.000Z', busy: true },
    });
    expect(queryStatus('order.page', { ...asked, error: null })).toEqual({ status: 'ready', data: [1] });
    expect(contentStatus('doc.queryList', asked)).toEqual({ status: 'ready', data: [1] });
    expect(contentStatus('doc.queryList', { ...asked, data: undefined })).toMatchObject({ status: 'failed' });
  });
});
