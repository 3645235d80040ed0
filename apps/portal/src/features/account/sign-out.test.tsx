import { CallError } from '@ronghui/client';
import { describe, expect, it } from 'vitest';
import { type Answers, showPage, unreachable, user } from '#kernel/testing/page.fixture.tsx';
import { signOut } from './sign-out.ts';

const leave = async (answer: NonNullable<Answers['portal.logout']>): Promise<void> => {
  sessionStorage.setItem('draft:leadForm', JSON.stringify({ name: '王小明', mobile: '13800000001' }));
  sessionStorage.setItem('draft:account', JSON.stringify({ mobile: '13800000001' }));
  sessionStorage.setItem('other', 'stays');
  localStorage.clear();
  localStorage.setItem('table:portal u1:orders', '{"hidden":[],"dense":true}');
  localStorage.setItem('table:portal u2:orders', '{"hidden":[],"dense":true}');
  showPage(<main />, { at: '/portal/products', state: { user }, answers: { 'portal.logout': answer } });
  // The start-up call that follows has no server here.
  await signOut().catch(() => undefined);
};

describe('logging out', () => {
  it('security 4.1 removes all typed text, so that the next person in the tab does not see it', async () => {
    await leave(() => ({}));
    expect(Object.keys(sessionStorage)).toEqual(['other']);
    expect(Object.keys(localStorage)).toEqual(['table:portal u2:orders']);
  });

  it('security 4.1 also removes it when the session had ended already', async () => {
    await leave(() => {
      throw new CallError({ kind: 'reply', operationId: 'portal.logout', errCode: 'RHSY401', status: 401 });
    });
    expect(Object.keys(sessionStorage)).toEqual(['other']);
    expect(Object.keys(localStorage)).toEqual(['table:portal u2:orders']);
  });

  it('R1.1 a failed logout keeps the typed text', async () => {
    await leave(() => {
      throw unreachable('portal.logout');
    });
    expect(sessionStorage).toHaveLength(3);
    expect(localStorage).toHaveLength(2);
  });
});
