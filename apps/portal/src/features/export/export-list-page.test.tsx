import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';
import { exportItem, listedExports, runningExport } from './export.fixture.ts';
import { listOfExport } from './export-list-of.ts';
import { ExportListPage } from './export-list-page.tsx';

const show = (answers: Answers = {}) =>
  showPage(<ExportListPage />, {
    at: '/merchant/userCenter/exports',
    state: { user, auth: { 'export.create': true } },
    answers: { 'export.page': () => listedExports([exportItem]), ...answers },
  });

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

describe('the list of exports', () => {
  it('R10.5 shows each with its filter, rows, who asked, and until when it can be fetched', async () => {
    show();
    const row = (await screen.findByText('状态：已开通')).closest('tr');
    expect(row?.textContent).toBe(
      '订单-20261123-1105.xlsx状态：已开通合计 ¥1,404.00（1,200\u00a0行）数据时间 2026-11-23 11:05:01订单可下载2026-11-30 11:05 前可下载1,200王小明2026-11-23 11:05下载',
    );
    // The totals are those of its list, to which the filter leads.
    expect(screen.getByRole('link', { name: '状态：已开通' }).getAttribute('href')).toBe(
      '#/merchant/userCenter/order?status=active',
    );
  });

  it.each([
    ['bills', { status: 'pending', direction: 'payable' }, 'bill?status=pending&direction=payable'],
    ['billLines', { billNo: 'ZD1', loanNo: 'HT-1' }, 'bill?open=ZD1&line=HT-1'],
    ['loanConsult', { stageId: 's' }, 'loanConsult?stageId=s'],
    ['authorizations', {}, 'authorizationRecord'],
    ['recon', { runId: 'r1' }, 'reconManagement/run/r1'],
  ] as const)('R10.5 the filter of %s leads to their list', (kind, filter, address) => {
    expect(listOfExport({ kind, filter })).toBe(`/merchant/userCenter/${address}`);
  });

  it('R10.5 a file is fetched under its own name; one that has expired says so', async () => {
    let isThere = true;
    show({
      'export.download': () => {
        if (!isThere) throw refusal('export.download', 'RHEX002');
        return { blob: new Blob(['x']), fileName: exportItem.name };
      },
    });
    const button = await screen.findByRole('button', { name: `下载 ${exportItem.name}` });
    fireEvent.click(button);
    await expect.poll(() => saved).toEqual([exportItem.name]);
    isThere = false;
    await expect.poll(() => button.getAttribute('aria-busy') ?? button.ariaBusy).not.toBe('true');
    fireEvent.click(button);
    await expect.poll(toasts).toEqual(['导出文件已过期，请重新导出']);
  });

  it('R10.5 one that is being made shows its progress, and the list its end', async () => {
    let isDone = false;
    const page = show({
      'export.page': () => listedExports([isDone ? exportItem : runningExport]),
      'export.get': () => {
        isDone = true;
        return exportItem;
      },
    });
    expect(await screen.findByRole('button', { name: `下载 ${exportItem.name}` })).toBeDefined();
    expect(page.of('export.get')[0]?.input).toEqual({ exportId: 'e1' });
    expect(await screen.findByText('1,200')).toBeDefined();
  });

  it('R14.6 one whose state is not answered says that the system is asked again', async () => {
    show({
      'export.page': () => listedExports([runningExport]),
      'export.get': () => {
        throw refusal('export.get', 'OPSB0002');
      },
    });
    expect(await screen.findByText('系统暂时没有响应，正在重试')).toBeDefined();
  });

  it('R10.5 one that is being made can be cancelled', async () => {
    let isEnding = false;
    const page = show({
      'export.page': () => listedExports([{ ...runningExport, isEnding }]),
      'export.get': () => ({ ...runningExport, isEnding }),
      'export.cancel': () => {
        isEnding = true;
        return { ...runningExport, isEnding };
      },
    });
    expect(await screen.findByText('300 / 1,200 行')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('300');
    fireEvent.click(screen.getByRole('button', { name: `取消 ${exportItem.name}` }));
    expect(await screen.findByText('正在取消')).toBeDefined();
    expect(page.of('export.cancel')[0]?.input).toMatchObject({ exportId: 'e1' });
  });

  it('R10.5 one that failed says why, and is asked for once more with the same filter', async () => {
    const failed = { ...runningExport, status: 'failed' as const, failure: '数据超过 10,000,000 行，请缩小筛选范围。' };
    const page = show({
      'export.page': () => listedExports([failed]),
      'export.create': () => ({ ...runningExport, exportId: 'e2' }),
    });
    expect(await screen.findByText(failed.failure)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: `再试一次 ${exportItem.name}` }));
    await expect.poll(toasts).toEqual(['已重新开始导出']);
    expect(page.of('export.create')[0]?.input).toMatchObject({
      kind: 'orders',
      format: 'xlsx',
      filter: { status: 'active' },
    });
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByRole('button', { name: `下载 ${exportItem.name}` })).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'export.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 says that there is none yet, and where exports begin', async () => {
    show({ 'export.page': () => listedExports([]) });
    expect(await screen.findByText('还没有导出')).toBeDefined();
    expect(screen.getByRole('link', { name: '去看订单' })).toBeDefined();
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'export.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('export.page', 'RHSY429');
        return listedExports([exportItem]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('状态：已开通')).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    show({
      'export.page': () => {
        throw refusal('export.page', 'RHSY403');
      },
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    show({
      'export.page': () => {
        throw refusal('export.page', 'RHCE002');
      },
    });
    const link = await screen.findByRole('link', { name: '去认证' });
    expect(link.getAttribute('href')).toContain('/merchant/accountCenter/verify');
  });
});
