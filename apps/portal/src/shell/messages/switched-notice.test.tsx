import type { StartUp } from '@ronghui/client';
import { beforeEach, expect, it } from 'vitest';
import { applyStartUp, elsewhereStore, shownIn, startUpStore } from '#kernel/start-up.ts';
import { screen, showPage, site, user } from '#kernel/testing/page.fixture.tsx';
import { SwitchedNotice } from './switched-notice.tsx';

const here = {
  ...user,
  tenantId: 't1',
  tenants: [
    { tenantId: 't1', name: '甲商贸', role: 'owner' as const },
    { tenantId: 't2', name: '乙食品', role: 'finance' as const },
  ],
};
const there = { ...here, tenantId: 't2' };
const auth = { 'order.read': true };

/** Another tab has switched, and a renewed start-up call of this page says so. */
const switchElsewhere = (next: StartUp['user']) =>
  applyStartUp({ visibleFlag: { IS_VISIBLE_DOC_CENTER: 'on' }, site, user: next, auth } as unknown as StartUp);

beforeEach(() => elsewhereStore.set(null));

const open = () => showPage(<SwitchedNotice />, { at: '/merchant/home', state: { user: here, auth: {} } });

it('R10.9 a page goes on showing its tenant when another tab has switched, and says so', async () => {
  open();
  expect(screen.queryByRole('alert')).toBeNull();
  switchElsewhere(there);
  expect((await screen.findByRole('alert')).textContent).toContain('已在另一个页面切换到「乙食品」');
  expect(startUpStore.get().user?.tenantId).toBe('t1');
  expect(shownIn('portal.purchase')).toEqual({ who: 'u1 t1', tenantId: 't1' });
  expect(shownIn('tenant.switch')).toBeUndefined();
});

it('R10.9 it goes on as the other tenant when asked to', async () => {
  const { keyboard } = open();
  switchElsewhere(there);
  await keyboard.click(await screen.findByRole('button', { name: '以「乙食品」继续' }));
  expect(startUpStore.get()).toMatchObject({ user: { tenantId: 't2' }, auth });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('R10.9 once the other tab has switched back, or somebody else has signed in, there is nothing to say', () => {
  open();
  switchElsewhere(there);
  switchElsewhere(here);
  expect(elsewhereStore.get()).toBeNull();
  switchElsewhere({ ...there, userId: 'u2' });
  expect(startUpStore.get().user).toMatchObject({ userId: 'u2', tenantId: 't2' });
  expect(elsewhereStore.get()).toBeNull();
});
