import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { fireEvent, render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
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

  test('R2.9 Esc and a press on the backdrop close it, a press inside does not', async () => {
    const dialog = await opened();
    fireEvent.pointerDown(screen.getByText('删除后不可恢复。'));
    expect(screen.queryByRole('dialog')).toBe(dialog);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '打开' }));
    fireEvent.pointerDown(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
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
    fireEvent.pointerDown(dialog);
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull();
    expect(dialog.getAttribute('closedby')).toBe('none');
    expect(onClose).not.toHaveBeenCalled();
  });

  test('R2.9 where the caller says so, neither Esc nor the backdrop closes it', async () => {
    const dialog = await opened({ closeOnEscape: false, closeOnBackdrop: false });
    const cancel = new Event('cancel', { cancelable: true });
    fireEvent(dialog, cancel);
    fireEvent.pointerDown(dialog);
    expect(cancel.defaultPrevented).toBe(true);
    expect(dialog.getAttribute('closedby')).toBe('none');
    expect(screen.queryByRole('dialog')).toBe(dialog);
  });
});
