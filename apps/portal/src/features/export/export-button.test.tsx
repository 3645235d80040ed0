import type { FilterField } from '@ronghui/ui';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { exportItem, listedExports, runningExport } from './export.fixture.ts';
import { ExportButton, loadExportDialog } from './export-button.tsx';
import { filterWords } from './filter-words.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadExportDialog);
}, 60_000);

const fields: readonly FilterField[] = [
  { kind: 'chips', name: 'status', label: '状态', options: [{ value: 'active', label: '已开通' }] },
  { kind: 'text', name: 'orderNo', label: '订单号' },
  { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
];
const values = { status: 'active', orderNo: '', from: '2026-11-01', to: '' };

const show = (answers: Answers = {}, auth: Readonly<Record<string, boolean>> = { 'export.create': true }) =>
  showPage(
    <ExportButton
      kind="orders"
      fields={fields}
      values={values}
      filter={{ status: 'active', from: '2026-11-01' }}
      total={1200}
      totalIsExact
    />,
    {
      at: '/merchant/userCenter/order',
      state: { user, auth },
      answers: { 'export.page': () => listedExports([]), ...answers },
    },
  );
const ask = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '导出' }));
  return within(await screen.findByRole('dialog'));
};

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

describe('the button of a list', () => {
  it('R6.3 is not there for a role that may not export', () => {
    show({}, { 'order.read': true });
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
  });

  it('R10.5 shows what is exported, asks for the format, and saves the file when it is made', async () => {
    const page = show({
      'export.create': () => runningExport,
      'export.get': () => exportItem,
      'export.download': () => ({ blob: new Blob(['x']), fileName: exportItem.name }),
    });
    const dialog = await ask();
    expect(dialog.getByText('状态：已开通；下单日期：2026-11-01 起')).toBeDefined();
    expect(dialog.getByText('1,200 行')).toBeDefined();
    fireEvent.click(dialog.getByRole('radio', { name: /^CSV/ }));
    fireEvent.click(dialog.getByRole('button', { name: '开始导出' }));
    expect(await screen.findByText(/已下载，2026-11-30 11:05 前还可以/)).toBeDefined();
    expect(saved).toEqual([exportItem.name]);
    expect(page.of('export.create')[0]?.input).toMatchObject({
      kind: 'orders',
      format: 'csv',
      filter: { status: 'active', from: '2026-11-01' },
    });
    expect(page.of('export.download')).toHaveLength(1);
    expect(screen.getByRole('link', { name: '导出任务' }).getAttribute('href')).toContain(
      '/merchant/userCenter/exports',
    );
  });

  it('R10.5 shows the progress, and a cancelled one as cancelled', async () => {
    let status: 'running' | 'cancelled' = 'running';
    const state = () => ({ ...runningExport, status });
    show({
      'export.create': () => runningExport,
      'export.get': state,
      'export.cancel': () => {
        status = 'cancelled';
        return state();
      },
    });
    fireEvent.click((await ask()).getByRole('button', { name: '开始导出' }));
    expect(await screen.findByText('300 / 1,200 行')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '取消导出订单' }));
    expect(await screen.findByText('导出已取消。')).toBeDefined();
    expect(saved).toEqual([]);
  });

  it('R8.3 a refusal is shown, and another try has another key', async () => {
    const page = show({
      'export.create': () => {
        throw refusal('export.create', 'RHEX001');
      },
    });
    const dialog = await ask();
    for (let tries = 1; tries <= 2; tries += 1) {
      await vi.waitFor(() => {
        fireEvent.click(dialog.getByRole('button', { name: '开始导出' }));
        expect(page.of('export.create')).toHaveLength(tries);
      });
      expect((await dialog.findByRole('alert')).textContent).toBe('进行中的导出已达上限，请等待完成，或取消其中一部分');
    }
    const keys = page.of('export.create').map(({ input }) => input['idempotencyKey']);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a filter that the server refuses', () => {
  it('R5.5 R10.5 is named in the dialog, which marks no field', async () => {
    show({
      'export.create': () => {
        throw refusal('export.create', 'RHSY422', { fields: [{ path: 'filter.from', message: '请填写有效的日期' }] });
      },
    });
    const dialog = await ask();
    fireEvent.click(dialog.getByRole('button', { name: '开始导出' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('请填写有效的日期');
  });
});

describe('a filter in words', () => {
  it.each([
    [{}, '全部'],
    [{ status: 'active' }, '状态：已开通'],
    [{ status: 'gone' }, '状态：gone'],
    [{ orderNo: 'DD2026', to: '2026-11-20' }, '订单号：DD2026；下单日期：2026-11-20 止'],
    [{ from: '2026-11-01', to: '2026-11-20' }, '下单日期：2026-11-01 至 2026-11-20'],
  ])('R10.5 %j is %s', (given, words) => {
    expect(filterWords(fields, given)).toBe(words);
  });
});
