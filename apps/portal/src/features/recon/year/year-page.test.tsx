import type { CallReply } from '@ronghui/client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { describe, expect, it } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { YearPage } from './year-page.tsx';

const year: CallReply<'recon.year'> = {
  stages: [
    {
      stageId: 's9',
      stageName: '2026 年 9 月',
      isIssued: true,
      directions: ['payable', 'receivable'],
      runs: [
        {
          runId: 'r1',
          side: 'fee',
          direction: 'payable',
          state: 'tied',
          differencesLeft: 0,
          closedAt: '2026-10-09T02:00:00.000Z',
          closedBy: '陈静',
          isOutdated: false,
        },
        { runId: 'r2', side: 'basis', direction: 'receivable', state: 'differences', differencesLeft: 1200 },
      ],
    },
    { stageId: 's10', stageName: '2026 年 10 月', isIssued: true, directions: ['payable', 'receivable'], runs: [] },
    { stageId: 's11', stageName: '2026 年 11 月', isIssued: false, directions: [], runs: [] },
  ],
};

const show = (answers: Answers = {}, { search = '?year=2026', write = true } = {}) =>
  showPage(<YearPage />, {
    at: `/merchant/userCenter/reconManagement/year${search}`,
    state: { user, auth: { 'recon.read': true, 'recon.write': write } },
    answers: { 'recon.year': () => year, ...answers },
  });

describe('the year at a glance', () => {
  it('R13.4 shows each stage with its state, each leading to its run', async () => {
    const page = show();
    const link = await screen.findByRole('link', { name: '2026 年 9 月 应收 · 业务金额 还差\u00a01,200\u00a0项' });
    expect(link.getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/run/r2');
    expect(link.closest('tr')?.textContent).toContain('已平陈静 2026-10-09 结束 对账结果单不另对不另对还差');
    expect(screen.getByText('未出账').closest('tr')?.textContent).toBe('2026 年 11 月未出账');
    expect(screen.getByText(/已出账的账期 2\s个：已平 0\s个，未平 1\s个，还有没对过的 1\s个/)).toBeDefined();
    expect(page.of('recon.year')[0]?.input).toEqual({ year: 2026 });
  });

  it('R13.4 a stage leads to its reconciliation, for those who may', async () => {
    show();
    const start = await screen.findByRole('link', { name: '2026 年 10 月 去对账' });
    expect(start.getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/new?stageId=s10');
  });

  it('R13.4 a direction that nobody compared leads to its reconciliation beside one that was', async () => {
    const [first, ...rest] = year.stages;
    show({
      'recon.year': () => ({
        stages: first === undefined ? [] : [{ ...first, runs: first.runs.slice(0, 1) }, ...rest],
      }),
    });
    const start = await screen.findByRole('link', { name: '2026 年 9 月 应收去对账' });
    expect(start.getAttribute('href')).toBe(
      '#/merchant/userCenter/reconManagement/new?stageId=s9&direction=receivable',
    );
    expect(screen.getByText(/已平 0\s个，未平 0\s个，还有没对过的 2\s个/)).toBeDefined();
  });

  it('R13.4 a closed run leads to its statement, and says when bills changed since or a later run is not done', async () => {
    const [first] = year.stages;
    const [tied] = first?.runs ?? [];
    if (first === undefined || tied === undefined) throw new Error('the year has runs');
    const runs = [{ ...tied, isOutdated: true, later: { runId: 'r9', state: 'failed' as const } }];
    show({ 'recon.year': () => ({ stages: [{ ...first, directions: ['payable'], runs }] }) });
    const link = await screen.findByRole('link', { name: '2026 年 9 月 应付 · 服务费 对账结果单' });
    expect(link.getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/run/r1/statement');
    expect(screen.getByText('账单有变，须重对')).toBeDefined();
    expect(screen.queryByText('已平')).toBeNull();
    expect(screen.getByText(/已平 0\s个，未平 1\s个，还有没对过的 0\s个/)).toBeDefined();
    expect(screen.getByRole('link', { name: '重新对账未完成' }).getAttribute('href')).toContain('/run/r9');
  });

  it('R13.4 a direction without bills is nothing to compare, and a closed run waits for nothing', async () => {
    const [first] = year.stages;
    const [tied] = first?.runs ?? [];
    if (first === undefined || tied === undefined) throw new Error('the year has runs');
    const kept = { ...tied, state: 'differences' as const, differencesLeft: 3 };
    const stages = [
      { ...first, directions: ['payable' as const], runs: [tied] },
      { ...first, stageId: 's8', stageName: '2026 年 8 月', directions: ['payable' as const], runs: [kept] },
    ];
    show({ 'recon.year': () => ({ stages }) });
    const row = (await screen.findByText('2026 年 9 月')).closest('tr');
    expect(row?.textContent).toMatch(/对账结果单不另对无账单无账单$/);
    expect(screen.getByText('2026 年 8 月').closest('tr')?.textContent).toContain('留有\u00a03\u00a0项差异');
    expect(screen.queryByText(/还差|未对账/)).toBeNull();
    expect(screen.getByText(/账期 2\s个：已平 1\s个，未平 1\s个，还有没对过的 0\s个/)).toBeDefined();
  });

  it('R6.3 who may only read has no way to begin', async () => {
    show({}, { write: false });
    await screen.findByText('2026 年 10 月');
    expect(screen.queryByRole('link', { name: /去对账/ })).toBeNull();
  });

  it('R2.10 leads to the years before and after, within the bounds', async () => {
    show();
    const hashes = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hashes.slice(0, 2)).toEqual([
      '#/merchant/userCenter/reconManagement/year?year=2025',
      '#/merchant/userCenter/reconManagement/year?year=2027',
    ]);
    await screen.findByText('2026 年 10 月');
  });

  it('R2.10 any other text of the address is the present year', async () => {
    const page = show({}, { search: '?year=1e3' });
    await screen.findByText('2026 年 10 月');
    expect(page.of('recon.year')[0]?.input['year']).toBeGreaterThanOrEqual(2025);
  });

  it('R1.4 on H5 it is cards, and stages without bills are named together', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByRole('heading', { name: '2026 年 9 月' })).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
      expect(screen.getByText('未出账：2026 年 11 月')).toBeDefined();
      expect(screen.getByText('未对账')).toBeDefined();
    } finally {
      pageTypeStore.set('PC');
    }
  });

  it('R2.9 says when the year has no stage, and offers another try when it failed', async () => {
    let tries = 0;
    show({
      'recon.year': () => {
        tries += 1;
        if (tries === 1) throw refusal('recon.year', 'RHSY429');
        return { stages: [] };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText(/2026\s年没有账期/)).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    show({
      'recon.year': () => {
        throw refusal('recon.year', 'RHCE002');
      },
    });
    expect(await screen.findByRole('link', { name: '去认证' })).toBeDefined();
  });
});
