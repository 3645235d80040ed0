import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerLeave, leaveStore, useLeaveGuard } from './leave-guard.ts';

const Form = ({ dirty }: { dirty: boolean }): JSX.Element => {
  useLeaveGuard(dirty);
  return (
    <>
      <a href="#/merchant/userCenter/home">首页</a>
      <a href="#/merchant/accountCenter/basicInfo?open=x">同一页</a>
    </>
  );
};

const press = (name: string, init: MouseEventInit = {}) => fireEvent.click(screen.getByRole('link', { name }), init);
const isLeavingAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => history.replaceState(null, '', '#/merchant/accountCenter/basicInfo'));
afterEach(() => {
  cleanup();
  leaveStore.set(null);
});

describe('useLeaveGuard', () => {
  it('R2.10 a link that would leave unsaved changes asks first, and navigates after the confirmation', () => {
    render(<Form dirty />);
    expect(press('首页')).toBe(false);
    expect(leaveStore.get()).toBe('/merchant/userCenter/home');
    act(() => answerLeave(false));
    expect(location.hash).toBe('#/merchant/accountCenter/basicInfo');
    press('首页');
    act(() => answerLeave(true));
    expect(location.hash).toBe('#/merchant/userCenter/home');
    expect(leaveStore.get()).toBeNull();
  });

  it('R2.10 nothing is asked within the page, for another tab, or without changes; the browser asks while there are changes', () => {
    const view = render(<Form dirty />);
    press('同一页');
    press('首页', { ctrlKey: true });
    expect(leaveStore.get()).toBeNull();
    expect(isLeavingAsked()).toBe(true);
    view.rerender(<Form dirty={false} />);
    press('首页');
    expect(leaveStore.get()).toBeNull();
    expect(isLeavingAsked()).toBe(false);
  });
});
