import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, refusal, showPage, toasts } from '#kernel/testing/page.fixture.tsx';
import { signOut } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

/** Logs out; the databases of the browser that are dropped. */
const leave = async (answer: NonNullable<Answers['ops.logout']>): Promise<readonly string[]> => {
  const dropped: string[] = [];
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => dropped.push(name) });
  showPage(<main />, { at: '/', answers: { 'ops.logout': answer } });
  // The start-up call that follows has no server here.
  await signOut().catch(() => undefined);
  return dropped;
};

describe('the logout of the console', () => {
  it('service 3.2 drops the drafts of the desk, in all pages of the browser', async () => {
    expect(await leave(() => ({}))).toEqual(['ronghui-desk']);
    expect(toasts()).toContain('您已退出登录');
  });

  it('service 3.2 one that fails keeps them', async () => {
    const failed = leave(() => {
      throw refusal('ops.logout', 'OPSB0002');
    });
    expect(await failed).toEqual([]);
  });
});
