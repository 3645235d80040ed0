import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { fireEvent, render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import { SubmitActions } from './submit-actions.tsx';
import type { ModalExit } from './use-modal.ts';

function Sample(exit: Omit<ModalExit, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Dialog {...exit} open={open} onClose={() => setOpen(false)} title="确认删除？" actions={<Button>删除</Button>}>
        删除后不可恢复。
      </Dialog>
    </>
  );
}

/** A click, pressed and released in the same place. */
function press(element: HTMLElement): void {
  fireEvent.pointerDown(element);
  fireEvent.click(element);
}

async function opened(exit: Omit<ModalExit, 'onClose'> = {}): Promise<HTMLElement> {
  render(<Sample {...exit} />);
  await userEvent.click(screen.getByRole('button', { name: '打开' }));
  return screen.getByRole('dialog', { name: '确认删除？' });
}

describe('Dialog', () => {
  test('R2.9 it is a native modal with a name, and the focus comes back when it is closed', async () => {
    const dialog = await opened();
    expect(dialog.tagName).toBe('DIALOG');
    expect(dialog.hasAttribute('open')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开' }));
  });

  test('R2.9 Esc and a click on the backdrop close it, a click inside does not', async () => {
    const dialog = await opened();
    press(screen.getByText('删除后不可恢复。'));
    expect(screen.queryByRole('dialog')).toBe(dialog);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '打开' }));
    press(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('R2.9 a press on the backdrop closes nothing before it is let go, nor does one that began inside', async () => {
    const dialog = await opened();
    fireEvent.pointerDown(dialog);
    expect(screen.queryByRole('dialog')).toBe(dialog);
    fireEvent.pointerDown(screen.getByText('删除后不可恢复。'));
    fireEvent.click(dialog);
    expect(screen.queryByRole('dialog')).toBe(dialog);
  });

  test('R10.6 one that must be answered has no closing button, and neither Esc nor the backdrop leads past it', () => {
    const onClose = vi.fn();
    render(
      <Dialog open mustAnswer onClose={onClose} title="协议已更新" actions={<Button>同意</Button>}>
        请重新阅读。
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: '协议已更新' });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    press(dialog);
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull();
    expect(dialog.getAttribute('closedby')).toBe('none');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('R2.9 where the caller says so, neither Esc nor the backdrop closes it', async () => {
    const dialog = await opened({ closeOnEscape: false, closeOnBackdrop: false });
    const cancel = new Event('cancel', { cancelable: true });
    fireEvent(dialog, cancel);
    press(dialog);
    expect(cancel.defaultPrevented).toBe(true);
    expect(dialog.getAttribute('closedby')).toBe('none');
    expect(screen.queryByRole('dialog')).toBe(dialog);
  });

  test('R2.9 the actions of a form submit it or cancel, and what is on its way is not sent again', async () => {
    const [onSubmit, onCancel] = [vi.fn((event: { preventDefault(): void }) => event.preventDefault()), vi.fn()];
    const sample = (running: boolean) => (
      <Dialog
        open
        onClose={onCancel}
        title="修改"
        actions={
          <SubmitActions form={{ id: 'sample', running }} onCancel={onCancel}>
            保存
          </SubmitActions>
        }
      >
        <form id="sample" onSubmit={onSubmit} />
      </Dialog>
    );
    const shown = render(sample(false));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
    shown.rerender(sample(true));
    await userEvent.click(screen.getByRole('button', { name: /保存/ }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});
