import type { CallReply } from '@ronghui/client';
import { installClient } from '@ronghui/web/calls/call';
import { firstAnswerStore } from '@ronghui/web/queries/first-answer';
import { QueryProvider } from '@ronghui/web/queries/query-client';
import { toastStore } from '@ronghui/web/screen/toasts';
import {
  type Answers,
  aroundPageTests,
  type MadeCall,
  refusal,
  stubClient,
} from '@ronghui/web/testing/stub-server.fixture';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { codeWaits } from '#features/account/code-wait.ts';
import { leaveSession } from '../session.ts';
import { applyStartUpFailure, type Site, type StartUpState, startUpStore, type User } from '../start-up.ts';

export { type Answers, refusal, unreachable } from '@ronghui/web/testing/stub-server.fixture';
export { act, fireEvent, screen, within } from '@testing-library/react';

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

/** The image code that every form here accepts. */
export const imageCode: Answers = {
  'user.generateImageCode': () => ({ imageId: 'i1', image: 'data:image/png;base64,AAAA' }),
  'user.verifyImageCode': ({ code }) => {
    if (code.toLowerCase() !== 'abcd') throw refusal('user.verifyImageCode', 'OPS10004');
    return { imageTicket: `ticket-${Math.random()}` };
  },
};

// Frames under test have no page before them.
firstAnswerStore.set(true);

aroundPageTests(() => {
  leaveSession();
  codeWaits.clear();
});

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
