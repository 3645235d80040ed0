import { describe, expect, it, vi } from 'vitest';
import { type AuthKey, startUpStore, updateAuth } from '#kernel/start-up.ts';
import { act, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { AuthGuard } from './auth-guard.tsx';

const show = (auth: readonly AuthKey[], held: Partial<Record<AuthKey, boolean>> = {}) =>
  showPage(<AuthGuard auth={auth}>the page</AuthGuard>, { at: '/portal/home', state: { auth: held } });

describe('AuthGuard', () => {
  it('R6.2 a page without keys is for everyone', () => {
    show([]);
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('R6.2 one key of several is enough', () => {
    show(['bill.read', 'bill.confirm'], { 'bill.confirm': true, 'bill.read': false });
    expect(screen.getByText('the page')).toBeDefined();
  });

  it('R6.2 without any key it shows No Auth, or the page’s own fallback', () => {
    const { rerender } = show(['bill.read'], { 'bill.confirm': true });
    expect(screen.getByText('No Auth')).toBeDefined();
    rerender(
      <AuthGuard auth={['bill.read']} noAuth={() => <p>own fallback</p>}>
        the page
      </AuthGuard>,
    );
    expect(screen.getByText('own fallback')).toBeDefined();
  });

  it('R3.6 follows the auth map when a page updates it, and keeps its other keys', async () => {
    show(['bill.read'], { 'bill.read': false, 'order.read': true });
    expect(screen.queryByText('the page')).toBeNull();
    await act(async () => updateAuth({ 'bill.read': true }));
    expect(screen.getByText('the page')).toBeDefined();
    expect(startUpStore.get().auth).toEqual({ 'bill.read': true, 'order.read': true });
  });

  it('R6.2 keys that are not an array are reported in the console and on the page', () => {
    // What a wrong route table would contain.
    show('bill.read' as unknown as readonly AuthKey[]);
    expect(screen.getByText('auth 配置必须是数组')).toBeDefined();
    expect(console.error).toHaveBeenCalledWith('auth 配置必须是数组');
    vi.mocked(console.error).mockClear();
  });
});
