import { CallError, type CallInput, type CallOptions, type CallReply, type Client } from '@ronghui/client';
import type { ErrorData, OperationId } from '@ronghui/contract';
import { seedCatalogue } from '@ronghui/contract/wire';
import { installClient } from '@ronghui/web/calls/call';
import { clearQueries, QueryProvider } from '@ronghui/web/queries/query-client';
import { toastStore } from '@ronghui/web/screen/toasts';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { codeWaits } from '#features/account/code-wait.ts';
import { leaveSession } from '../session.ts';
import { applyStartUpFailure, type Site, type StartUpState, startUpStore, type User } from '../start-up.ts';

export { act, fireEvent, screen, within } from '@testing-library/react';

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

/** The provider's settings in tests. */
export const site: Site = {
  brand: { name: '融惠', logoUrl: '', primary: '#23408e' },
  contacts: { phone: '400-000-0000', email: 'service@ronghui.example', address: '示例路 1 号', hours: '9:00–18:00' },
  icp: '',
  policeRecord: '',
  licences: [],
  agreements: [
    { id: 'terms', version: '1', title: '用户服务协议', required: true, scene: 'register' },
    { id: 'privacy', version: '1', title: '隐私政策', required: true, scene: 'register' },
    { id: 'marketing', version: '1', title: '营销信息接收同意书', required: false, scene: 'register' },
    { id: 'contact-privacy', version: '1', title: '联系信息处理告知', required: true, scene: 'contact' },
  ],
};

/** A signed-in owner. */
export const user: User = {
  userId: 'u1',
  name: '王小明',
  mobileMasked: '138****0001',
  emailMasked: '',
  tenantId: 't1',
  role: 'owner',
  tenants: [{ tenantId: 't1', name: '示例商贸有限公司', role: 'owner' }],
};

/** The reply of a login. */
export const signedIn: CallReply<'portal.login'> = {
  user,
  // A visitor's pages need no key.
  auth: {} as CallReply<'portal.login'>['auth'],
  sign: { keyId: 'k', key: 'k', expiresAt: '2026-11-20T00:00:00.000Z' },
};

/** Errors of the extended catalogue that pages handle specially; the others come from `errorTable`. */
const ownErrors = {
  RHAC001: { status: 409, message: '该手机号已注册，请直接登录' },
  RHAC002: { status: 409, message: '该手机号尚未注册' },
  RHAC003: { status: 403, message: '需要进一步验证身份' },
  RHCE002: { status: 403, message: '请先完成企业认证' },
  RHLC001: { status: 409, message: '明细超过 50,000 条，请缩小查询范围，或改用导出任务' },
  RHAG001: { status: 409, message: '协议已更新，请重新阅读并同意' },
  RHOR001: { status: 409, message: '价格已更新，请重新确认' },
  RHOR002: { status: 409, message: '该规格价格面议，请联系我们获取报价' },
  RHOR003: { status: 409, message: '办理中的订单已达上限，请先完成或取消其中一部分' },
  RHSY403: { status: 403, message: '您没有此操作的权限' },
  RHSY404: { status: 404, message: '内容不存在或已删除' },
  RHSY409: { status: 409, message: '数据已发生变化，请刷新后重试' },
  RHSY422: { status: 422, message: '填写内容有误，请检查标出的项' },
  RHSY429: { status: 429, message: '操作过于频繁，请稍后再试' },
} as const;
const errorTable = { ...seedCatalogue, ...ownErrors };

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

/** The image code that every form here accepts. */
export const imageCode: Answers = {
  'user.generateImageCode': () => ({ imageId: 'i1', image: 'data:image/png;base64,AAAA' }),
  'user.verifyImageCode': ({ code }) => {
    if (code.toLowerCase() !== 'abcd') throw refusal('user.verifyImageCode', 'OPS10004');
    return { imageTicket: `ticket-${Math.random()}` };
  },
};

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
  leaveSession();
  sessionStorage.clear();
  toastStore.set([]);
  codeWaits.clear();
  expect(logged).toEqual([]);
});

const stubClient = (answers: Answers, calls: MadeCall[]): Client => {
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
      throw unreachable('sys.commonConfig');
    },
    call: answer as Client['call'],
    send: (door, input) => answer(door.operationId, input as object),
    serverNow: Date.now,
  };
};

/** The state of the portal around a page under test. */
export interface PageSetup {
  /** Path and search, `/portal/login?back=…`. */
  readonly at: string;
  readonly answers?: Answers;
  readonly state?: Partial<StartUpState>;
}

/** Renders a page as the portal does, with a stub server. */
export const showPage = (page: JSX.Element, { at, answers = {}, state = {} }: PageSetup) => {
  const calls: MadeCall[] = [];
  history.replaceState(null, '', `#${at}`);
  startUpStore.set({ ...startUpStore.get(), phase: 'ready', user: null, site, ...state });
  installClient(stubClient(answers, calls), applyStartUpFailure);
  const view = render(page, { wrapper: QueryProvider });
  const keyboard = userEvent.setup();
  return { ...view, calls, keyboard, of: (id: string) => calls.filter((call) => call.id === id) };
};

/** The texts of the visible messages. */
export const toasts = (): readonly string[] => toastStore.get().map(({ text }) => text);
