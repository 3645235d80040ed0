import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, act, refusal, screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';
import { OwnDataExport } from './own-data-export.tsx';
import type { OwnExport } from './safety-queries.ts';

const copy: OwnExport = {
  exportId: 'e1',
  status: 'running',
  progress: { done: 3, total: 12, text: '正在整理：订单' },
  isEnding: false,
  createdAt: '2026-11-20T01:30:00.000Z',
  expiresAt: null,
  failure: '',
};
const done: OwnExport = { ...copy, status: 'done', expiresAt: '2026-11-27T01:30:00.000Z' };

const show = (last: () => OwnExport | null, answers: Answers = {}) =>
  showPage(
    <ul>
      <OwnDataExport />
    </ul>,
    {
      at: '/merchant/accountCenter/safety',
      state: { user },
      answers: { 'user.exportDataGet': () => ({ export: last() }), ...answers },
    },
  );
/** Waits until the next poll is due. */
const wait = () => act(() => vi.advanceTimersByTimeAsync(1600));

afterEach(() => vi.useRealTimers());

describe('R10.9 a copy of one’s data', () => {
  it('R10.9 is requested, polled while it is made, and downloaded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let last: OwnExport | null = null;
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const page = show(() => last, {
      'user.exportData': () => {
        last = { ...copy, status: 'queued', progress: { done: 0, total: 0, text: '' } };
        return last;
      },
      'user.exportDataDownload': () => ({ blob: new Blob(['x']), fileName: '个人信息.zip' }),
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '导出' }));
    expect(await screen.findByText('正在排队')).toBeDefined();
    last = copy;
    await wait();
    expect(await screen.findByText('正在整理：订单')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: '导出个人信息' }).getAttribute('value')).toBe('3');
    last = done;
    await wait();
    expect((await screen.findByRole('status')).textContent).toMatch(/已生成，2026-11-27.*前可以下载/);
    await page.keyboard.click(screen.getByRole('button', { name: '下载' }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(screen.getByRole('button', { name: '重新导出' })).toBeDefined();
  });

  it('R2.9 says that its state could not be fetched, offers a retry, and polls more rarely meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDown = true;
    const page = show(() => {
      if (isDown) throw refusal('user.exportDataGet', 'UMDP00001');
      return copy;
    });
    const again = await screen.findByRole('button', { name: '重新获取' });
    isDown = false;
    await page.keyboard.click(again);
    expect(await screen.findByText('正在整理：订单')).toBeDefined();
    isDown = true;
    await wait();
    await screen.findByRole('button', { name: '重新获取' });
    const asked = page.of('user.exportDataGet').length;
    await act(() => vi.advanceTimersByTimeAsync(9000));
    expect(page.of('user.exportDataGet')).toHaveLength(asked);
  });

  it('R10.9 a running export is found after a reload, and can be cancelled', async () => {
    let last = copy;
    const page = show(() => last, {
      'user.exportDataCancel': () => {
        last = { ...copy, isEnding: true };
        return last;
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '取消导出个人信息' }));
    expect(await screen.findByText('正在取消')).toBeDefined();
    expect(screen.getByRole('button', { name: '取消导出个人信息' }).hasAttribute('disabled')).toBe(true);
  });

  it('R2.9 the focus stays in the row while its buttons take each other’s place, and goes where the reader goes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let last: OwnExport | null = null;
    const page = show(() => last, {
      'user.exportData': () => {
        last = copy;
        return last;
      },
      'user.exportDataCancel': () => {
        last = { ...copy, isEnding: true };
        return last;
      },
    });
    const focused = () => document.activeElement?.textContent ?? '';
    await vi.waitFor(() => expect(screen.getByRole('button', { name: '导出' }).hasAttribute('disabled')).toBe(false));
    screen.getByRole('button', { name: '导出' }).focus();
    await page.keyboard.keyboard('{Enter}');
    await screen.findByText('正在整理：订单');
    await vi.waitFor(() => expect(focused()).toBe('取消'));
    await page.keyboard.keyboard('{Enter}');
    await screen.findByText('正在取消');
    // There is nothing to press: the row itself has it.
    expect(document.activeElement?.tagName).toBe('LI');
    last = { ...copy, status: 'cancelled' };
    await wait();
    await vi.waitFor(() => expect(focused()).toBe('导出'));
    await page.keyboard.keyboard('{Enter}');
    await screen.findByText('正在整理：订单');
    act(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    last = done;
    await wait();
    expect(await screen.findByRole('button', { name: '下载' })).toBeDefined();
    expect(document.activeElement).toBe(document.body);
  });

  it('R10.9 an export that ended during its cancellation is shown as it is', async () => {
    let last = copy;
    const page = show(() => last, {
      'user.exportDataCancel': () => {
        last = done;
        throw refusal('user.exportDataCancel', 'RHSY409');
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '取消导出个人信息' }));
    expect(await screen.findByRole('button', { name: '下载' })).toBeDefined();
    expect(toasts()).toEqual(['数据已发生变化，请刷新后重试']);
  });

  it.each([
    ['failed', '处理没有完成，请稍后重试。', '重试'],
    ['cancelled', '上次导出已取消。', '导出'],
    ['expired', '上次导出的文件已过期，请重新导出。', '重新导出'],
  ] as const)('R10.9 one that is %s says so, and offers another', async (status, sentence, button) => {
    show(() => ({ ...copy, status, failure: status === 'failed' ? sentence : '' }));
    expect((await screen.findByRole('status')).textContent).toBe(sentence);
    expect(screen.getByRole('button', { name: button })).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('R10.9 too many exports are refused with a message', async () => {
    const page = show(() => null, {
      'user.exportData': () => {
        throw refusal('user.exportData', 'RHSY429');
      },
    });
    await page.keyboard.click(await screen.findByRole('button', { name: '导出' }));
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  });
});
