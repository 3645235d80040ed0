import { CallError, type CallInput, type CallOptions, type CallReply, type Client } from '@ronghui/client';
import type { ErrorData, OperationId } from '@ronghui/contract';
import { seedTexts } from '@ronghui/contract/wire';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { installClient } from '../calls/call.ts';
import { clearQueries } from '../queries/query-client.ts';
import { toastStore } from '../screen/toasts.ts';

/** What the tests of every application's pages have in common: a stub server, typed by the contract. */

/** The replies of the stub server, typed by the contract. */
export type Answers = {
  readonly [Id in OperationId]?: (input: CallInput<Id>) => CallReply<Id> | Promise<CallReply<Id>>;
};

/** A call that a page made. */
export interface MadeCall {
  readonly id: string;
  // The payload's type depends on the operation; tests compare it.
  readonly input: Record<string, unknown>;
}

/** Errors of the extended catalogue that pages handle specially; the others come from `errorTable`. */
const ownErrors = {
  RHAC001: { status: 409, message: '该手机号已注册，请直接登录' },
  RHAC002: { status: 409, message: '该手机号尚未注册' },
  RHAC003: { status: 403, message: '需要进一步验证身份' },
  RHCE002: { status: 403, message: '请先完成企业认证' },
  RHLC001: { status: 409, message: '明细超过 50,000 条，请缩小查询范围，或改用导出任务' },
  RHEX001: { status: 409, message: '进行中的导出已达上限，请等待完成，或取消其中一部分' },
  RHEX002: { status: 404, message: '导出文件已过期，请重新导出' },
  RHAG001: { status: 409, message: '协议已更新，请重新阅读并同意' },
  RHOR001: { status: 409, message: '价格已更新，请重新确认' },
  RHOR002: { status: 409, message: '该规格价格面议，请联系我们获取报价' },
  RHOR003: { status: 409, message: '办理中的订单已达上限，请先完成或取消其中一部分' },
  RHBI003: { status: 409, message: '内容相同的文件已导入过，请确认后再导入' },
  RHBI007: { status: 409, message: '账期已出账，明细不能再撤回；有误的，请在以后的账期导入更正明细' },
  RHBI009: { status: 409, message: '这笔付款已经撤销，请刷新后查看' },
  RHRC001: { status: 409, message: '这笔流水已登记为收款，没有重复登记；请打开那笔收款认款' },
  RHRC007: { status: 409, message: '上一笔在线付款还没有结果，可能已经付款；请稍候片刻再试' },
  RHRE001: { status: 409, message: '对账文件的空间已用完，请先结束已有的对账，或联系我们扩容' },
  RHRE002: { status: 409, message: '保存的来源已达上限，请改用已有的名称' },
  RHRE003: { status: 409, message: '这个账期还没有这个方向的已出账单，暂不能对账' },
  RHRE005: { status: 409, message: '商户账文件已不再保留，请重新上传' },
  RHST002: { status: 409, message: '这个账号已存在，请换一个' },
  RHSY403: { status: 403, message: '您没有此操作的权限' },
  RHSY404: { status: 404, message: '内容不存在或已删除' },
  RHSY409: { status: 409, message: '数据已发生变化，请刷新后重试' },
  RHSY422: { status: 422, message: '填写内容有误，请检查标出的项' },
  RHSY429: { status: 429, message: '操作过于频繁，请稍后再试' },
} as const;
/** Those of the seed that are no 400. */
const statuses: Readonly<Record<string, number>> = {
  OPSB0001: 503,
  OPSB0002: 503,
  OPSB0003: 503,
  OPSB0005: 503,
  OPS10005: 503,
  UMDP00001: 403,
};
const seedErrors = Object.fromEntries(
  Object.entries(seedTexts).map(([code, message]) => [code, { status: statuses[code] ?? 400, message }]),
  // The type of Object.entries loses the literal keys.
) as Readonly<Record<keyof typeof seedTexts, { readonly status: number; readonly message: string }>>;
const errorTable = { ...seedErrors, ...ownErrors };

/** A refusal of the catalogue, as the server words it. */
export const refusal = <Code extends keyof typeof errorTable>(
  operationId: string,
  errCode: Code,
  data?: ErrorData<Code>,
): CallError => {
  const { status, message } = errorTable[errCode];
  return new CallError({ kind: 'reply', operationId, errCode, errMsg: message, status, traceId: 'trace-1', data });
};

/** The error of a call without an answer. */
export const unreachable = (operationId: string): CallError => new CallError({ kind: 'unreachable', operationId });

/** Runs around every test of a page: what it logs as an error fails it, and nothing of it remains. `reset` clears the application's own state. */
export const aroundPageTests = (reset: () => void): void => {
  let errors: MockInstance<typeof console.error>;
  beforeEach(() => {
    errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    cleanup();
    const logged = errors.mock.calls.map((call) => call.map(String).join(' '));
    errors.mockRestore();
    installClient(undefined);
    clearQueries();
    reset();
    sessionStorage.clear();
    toastStore.set([]);
    expect(logged).toEqual([]);
  });
};

/** A client that answers from `answers` and notes the calls. */
export const stubClient = (answers: Answers, calls: MadeCall[]): Client => {
  const answer = async (id: string, input: object, { signal }: CallOptions = {}): Promise<unknown> => {
    calls.push({ id, input: { ...input } });
    // The contract types the answers; only the operation's name is known here.
    const given = (answers as Readonly<Record<string, ((input: object) => unknown) | undefined>>)[id];
    if (given === undefined) throw new Error(`${id} has no answer in this test`);
    const reply = given(input);
    if (signal === undefined) return reply;
    const abort = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return Promise.race([reply, abort]);
  };
  return {
    start: async () => {
      calls.push({ id: 'start', input: {} });
      throw unreachable('start');
    },
    call: answer as Client['call'],
    send: (door, input) => answer(door.operationId, input as object),
    keys: async () => ({
      keyId: 'k-1',
      signKey: await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]),
    }),
    serverNow: Date.now,
  };
};
