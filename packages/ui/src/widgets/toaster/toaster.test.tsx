import { expect, test, vi } from 'vitest';
import { render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import { type Toast, Toaster } from './toaster.tsx';

const done: Toast = { id: '1', tone: 'ok', text: '试用申请已提交' };
const failed: Toast = { id: '2', tone: 'bad', text: '系统繁忙，请稍后再试', traceId: '7f3a9c' };

test('R2.7 messages enter live regions that were there before: errors at once, the rest politely', () => {
  const { rerender } = render(<Toaster toasts={[]} onDismiss={() => {}} pageType="PC" />);
  const [alert, status] = [screen.getByRole('alert', { hidden: true }), screen.getByRole('status', { hidden: true })];
  rerender(<Toaster toasts={[done, failed]} onDismiss={() => {}} pageType="H5" />);
  expect(alert.textContent).toContain('系统繁忙，请稍后再试');
  expect(status.textContent).toContain('试用申请已提交');
  expect(alert.textContent).not.toContain('试用申请已提交');
});

test('R2.7 a trace id can be copied and a message dismissed', async () => {
  const user = userEvent.setup();
  const dismiss = vi.fn();
  render(<Toaster toasts={[done, failed]} onDismiss={dismiss} pageType="PC" />);
  const alert = within(screen.getByRole('alert', { hidden: true }));
  await user.click(alert.getByRole('button', { name: '复制追踪号', hidden: true }));
  expect(await navigator.clipboard.readText()).toBe('7f3a9c');
  await user.click(alert.getByRole('button', { name: '关闭提示', hidden: true }));
  expect(dismiss.mock.calls).toEqual([['2']]);
});

test('ux Always a dialog that is gone before its messages are shown in it costs nothing else of the page', () => {
  // As browsers do it.
  const showPopover = vi.fn(function show(this: HTMLElement) {
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements', 'InvalidStateError');
  });
  Object.assign(HTMLElement.prototype, { showPopover });
  const found = vi
    .spyOn(document, 'querySelectorAll')
    .mockReturnValue(document.createDocumentFragment().childNodes as never);
  const matches = vi.spyOn(Element.prototype, 'matches').mockReturnValue(false);
  try {
    render(<Toaster toasts={[done]} onDismiss={() => {}} pageType="PC" />);
    expect(showPopover).toHaveBeenCalledTimes(1);
    const gone = document.createElement('dialog');
    render(<Toaster toasts={[done]} onDismiss={() => {}} pageType="PC" />, { container: gone });
    expect(gone.textContent).toContain('试用申请已提交');
    expect(showPopover).toHaveBeenCalledTimes(1);
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
    found.mockRestore();
    matches.mockRestore();
  }
});
