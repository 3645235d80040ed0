import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef, StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { failOnWarnings } from '../testing/fail-on-warnings.ts';
import { ConfirmPopup, type ConfirmPopupProps } from './confirm-popup.tsx';

failOnWarnings();

afterEach(cleanup);

function show(props: Partial<ConfirmPopupProps> = {}): { onClose: ReturnType<typeof vi.fn>; unmount: () => void } {
  const onClose = vi.fn();
  const { unmount } = render(
    <StrictMode>
      <ConfirmPopup open title="取消订单" onClose={onClose} onConfirm={() => {}} {...props}>
        将取消 2 笔订单，共 ¥1,234.56
      </ConfirmPopup>
    </StrictMode>,
  );
  return { onClose, unmount };
}

const confirmButton = (): HTMLButtonElement => screen.getByRole('button', { name: /确定/ });
const press = (element: HTMLElement): void => {
  fireEvent.pointerDown(element);
  fireEvent.click(element);
};
const cancelButton = (): HTMLButtonElement => screen.getByRole('button', { name: '取消' });

test('R12.7 it names and describes what will happen, and asks to be closed after a plain action', async () => {
  const onConfirm = vi.fn();
  const { onClose } = show({ onConfirm });
  const dialog = screen.getByRole('alertdialog', { name: '取消订单' });
  expect(dialog.textContent).toContain('¥1,234.56');
  await act(async () => confirmButton().click());
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledWith('confirmed');
});

test('R12.7 the confirm button shows loading until the promise settles; meanwhile nothing repeats and nothing closes', async () => {
  let settle: () => void = () => {};
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  const { onClose } = show({ onConfirm });
  await act(async () => confirmButton().click());
  expect(confirmButton().getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('img', { name: '正在处理' })).toBeDefined();
  await act(async () => confirmButton().click());
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
  press(screen.getByRole('alertdialog'));
  expect(cancelButton().disabled).toBe(true);
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => settle());
  expect(confirmButton().getAttribute('aria-busy')).toBeNull();
  expect(onClose).toHaveBeenCalledExactlyOnceWith('confirmed');
});

test('R12.7 a rejection ends the loading, keeps the pop-up and says that it failed', async () => {
  const { onClose } = show({
    onConfirm: () => Promise.reject(new Error('RHOR011')),
    errorText: (error) => `失败：${error instanceof Error ? error.message : ''}`,
  });
  await act(async () => confirmButton().click());
  expect(screen.getByRole('alert').textContent).toBe('失败：RHOR011');
  expect(confirmButton().getAttribute('aria-busy')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('R12.7 an answer of false keeps it open without an error', async () => {
  const { onClose } = show({ onConfirm: async () => false });
  await act(async () => confirmButton().click());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('R12.7 cancel, Escape and a click beside it ask to be closed', () => {
  const { onClose } = show();
  fireEvent.click(cancelButton());
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
  press(screen.getByRole('alertdialog'));
  press(screen.getByText('取消订单'));
  expect(onClose.mock.calls).toEqual([['cancelled'], ['cancelled'], ['cancelled']]);
});

test('R12.7 the focus starts at confirm, and at cancel for what cannot be undone', () => {
  show();
  expect(document.activeElement).toBe(confirmButton());
  cleanup();
  show({ danger: true });
  expect(document.activeElement).toBe(cancelButton());
});

test('R12.7 closed, it holds nothing', () => {
  show({ open: false });
  expect(screen.queryByText('取消订单')).toBeNull();
});

test('R12.7 a run ends when its question closes, and its late end does not answer the next question', async () => {
  const settles: ((answer: boolean) => void)[] = [];
  const onConfirm = (): Promise<boolean> => new Promise((resolve) => settles.push(resolve));
  const onClose = vi.fn();
  const ui = (open: boolean, title: string) => (
    <StrictMode>
      <ConfirmPopup open={open} title={title} onClose={onClose} onConfirm={onConfirm} />
    </StrictMode>
  );
  const view = render(ui(true, '取消订单'));
  await act(async () => confirmButton().click());
  view.rerender(ui(false, '取消订单'));
  view.rerender(ui(true, '注销账号'));
  expect(confirmButton().getAttribute('aria-busy')).toBeNull();
  await act(async () => confirmButton().click());
  await act(async () => settles[0]?.(true));
  expect(onClose).not.toHaveBeenCalled();
  expect(confirmButton().getAttribute('aria-busy')).toBe('true');
  await act(async () => settles[1]?.(true));
  expect(onClose).toHaveBeenCalledExactlyOnceWith('confirmed');
});

test('R12.7 ref, className, style, id and data attributes reach its element', () => {
  const ref = createRef<HTMLDialogElement>();
  render(
    <ConfirmPopup
      ref={ref}
      open
      title="结束"
      onClose={() => {}}
      onConfirm={() => {}}
      className="mine"
      style={{ opacity: 0.5 }}
      id="it"
      data-kind="a"
    >
      内容
    </ConfirmPopup>,
  );
  const element = ref.current;
  expect(element).toBeInstanceOf(HTMLDialogElement);
  expect(element?.classList.contains('mine')).toBe(true);
  expect([element?.id, element?.style.opacity, element?.dataset['kind']]).toEqual(['it', '0.5', 'a']);
});
