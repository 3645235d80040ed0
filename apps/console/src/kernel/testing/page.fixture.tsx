import { installClient } from '@ronghui/web/calls/call';
import { QueryProvider, queryClient } from '@ronghui/web/queries/query-client';
import { toastStore } from '@ronghui/web/screen/toasts';
import { type Answers, aroundPageTests, type MadeCall, stubClient } from '@ronghui/web/testing/stub-server.fixture';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { leaveSession } from '../session.ts';
import { type AuthMap, applyStartUpFailure, type StartUpState, startUpStore, type User } from '../start-up.ts';

export { type Answers, refusal } from '@ronghui/web/testing/stub-server.fixture';
export { act, screen, within } from '@testing-library/react';

/** A signed-in admin. */
export const user: User = { staffId: 's1', account: 'admin', name: '陈静', roles: ['admin'] };

/** The keys of this admin that tests need. */
const auth: Partial<AuthMap> = { 'ops.staff.read': true, 'ops.staff.write': true };

aroundPageTests(leaveSession);

/** The state of the console around a page under test. */
export interface PageSetup {
  /** Path and search, `/staff?open=…`. */
  readonly at: string;
  readonly answers?: Answers;
  readonly state?: Partial<StartUpState>;
}

/** Renders a page as the console does, with a stub server. */
export const showPage = (page: JSX.Element, { at, answers = {}, state = {} }: PageSetup) => {
  const calls: MadeCall[] = [];
  history.replaceState(null, '', `#${at}`);
  const ready = { phase: 'ready', user, auth, mustChangePwd: false, totpRequired: false } as const;
  startUpStore.set({ ...startUpStore.get(), ...ready, ...state });
  installClient(stubClient(answers, calls), applyStartUpFailure);
  const view = render(page, { wrapper: QueryProvider });
  return {
    ...view,
    calls,
    keyboard: userEvent.setup(),
    of: (id: string) => calls.filter((call) => call.id === id),
  };
};

/** The texts of the visible messages. */
export const toasts = (): readonly string[] => toastStore.get().map(({ text }) => text);

/** Puts an answer under a key that the page under test does not show; says later whether it is to be read again. */
export const cached = (...queryKey: readonly string[]): (() => boolean) => {
  queryClient.setQueryData(queryKey, {});
  return () => queryClient.getQueryState(queryKey)?.isInvalidated === true;
};
