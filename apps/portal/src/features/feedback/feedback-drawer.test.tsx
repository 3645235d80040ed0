import { describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';
import { detail, feedback } from './feedback.fixture.ts';
import { FeedbackDrawer } from './feedback-drawer.tsx';

const network = vi.hoisted(() => ({ fails: true }));
vi.mock('./feedback-parts.ts', () => ({
  loadWithdrawQuestion: () =>
    network.fails ? Promise.reject(new TypeError('Failed to fetch')) : import('./withdraw-question.tsx'),
}));

describe('the drawer of a feedback', () => {
  it('R2.2 a question whose chunk fails leaves the drawer with what was chosen for the reply, and opens with the next press', async () => {
    const page = showPage(<FeedbackDrawer feedbackNo={feedback.feedbackNo} onClose={() => undefined} />, {
      at: '/merchant/userCenter/feedback',
      state: { user, auth: { 'feedback.write': true } },
      answers: { 'feedback.detail': () => detail },
    });
    const withdraw = await screen.findByRole('button', { name: '撤回反馈' });
    const file = new File(['x'], '退费单.pdf', { type: 'application/pdf' });
    fireEvent.change(screen.getByLabelText('附件（选填）'), { target: { files: [file] } });
    expect(await screen.findByText(/退费单\.pdf/)).toBeDefined();
    await page.keyboard.click(withdraw);
    await expect.poll(() => toasts()).toEqual(['加载失败，请重试或刷新页面']);
    expect(screen.getByText(/退费单\.pdf/)).toBeDefined();
    network.fails = false;
    await page.keyboard.click(withdraw);
    expect(await screen.findByRole('alertdialog', { name: '撤回这条反馈？' }, { timeout: 20_000 })).toBeDefined();
  }, 60_000);
});
