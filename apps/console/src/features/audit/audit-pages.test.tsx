import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditListPage } from './audit-list-page.tsx';
import type { Chain, Event, EventDetail, TrailExport } from './audit-queries.ts';
import { valueText } from './audit-words.ts';

beforeAll(async () => {
  await loadChunk(() => import('./audit-drawer.tsx'));
}, 60_000);

const event: Event = {
  eventId: '41',
  at: '2026-11-22T01:00:00.000Z',
  event: 'ops.order.review',
  title: '审核通过订单',
  result: 'ok',
  actorKind: 'staff',
  actor: '陈静',
  actorId: 's1',
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  object: 'DD20261123-1',
  address: '10.0.0.1',
};
const detail: EventDetail = {
  ...event,
  operation: 'ops.order.review',
  requestId: 'r1',
  values: [
    { field: 'status', before: 'pendingReview', after: 'pendingPayment' },
    { field: 'totalAmount', after: '140400' },
  ],
  isCut: false,
  sealNo: 40,
};
const chain: Chain = {
  sealNo: 41,
  digest: 'ab'.repeat(32),
  sealedAt: '2026-11-22T01:00:01.000Z',
  waiting: 0,
  job: null,
  last: null,
};
const auth = { 'ops.audit.read': true, 'ops.audit.write': true } as never;
const answers: Answers = {
  'ops.audit.page': () => ({
    items: [event],
    total: 1,
    totalIsExact: true,
    page: 1,
    pageSize: 20,
    nextCursor: null,
  }),
  'ops.audit.events': () => ({
    items: [
      { event: 'ops.order.approve', title: '审核通过订单', area: 'order' },
      { event: 'ops.staff.lock', title: '锁定运营人员的账号', area: 'staff' },
    ],
  }),
  'ops.bill.names': () => ({ items: [{ id: 't1', name: '云栖商贸有限公司' }] }),
  'ops.audit.detail': () => detail,
  'ops.audit.chain': () => chain,
  'ops.audit.verify': () => ({ jobId: 'j1' }),
  'ops.audit.lastExport': () => ({ export: null }),
};
const page = (more: Answers = {}, at = '/audit', held: object = auth) =>
  showPage(<AuditListPage />, { at, answers: { ...answers, ...more }, state: { auth: held as never } });

describe('R11.7 the audit trail of the console', () => {
  it('R11.7 an export is asked for with the filter of the list, watched, and fetched when it is ready', async () => {
    const done = {
      exportId: 'e1',
      status: 'done',
      done: 3,
      bytes: 400,
      expiresAt: '2026-11-30T01:00:00.000Z',
    } as const;
    let last: TrailExport | null = null;
    const shown = page(
      {
        'ops.audit.export': () => (last = { exportId: 'e1', status: 'running', done: 2 }),
        'ops.audit.lastExport': () => ({ export: last }),
        'ops.audit.download': () => {
          throw refusal('ops.audit.download', 'RHEX002');
        },
      },
      '/audit?area=order&from=2026-11-01',
    );
    await shown.keyboard.click(await screen.findByRole('button', { name: '导出 CSV' }));
    await expect
      .poll(() => shown.of('ops.audit.export')[0]?.input)
      .toMatchObject({ area: 'order', from: '2026-11-01' });
    expect(await screen.findByText(/已写入 2 条/)).toBeDefined();
    last = done;
    await shown.keyboard.click(await screen.findByRole('button', { name: '下载 CSV' }));
    await expect.poll(() => shown.of('ops.audit.download')[0]?.input).toEqual({ exportId: 'e1' });
  });

  it('R14.6 a verification and an export that the server does not answer for say that it is asked again', async () => {
    let isSilent = false;
    const answered = <Reply,>(operation: 'ops.audit.chain' | 'ops.audit.lastExport', reply: Reply): Reply => {
      if (isSilent) throw refusal(operation, 'OPSB0002');
      return reply;
    };
    const job = { jobId: 'j1', status: 'running', done: 2, total: 41 } as const;
    const making: TrailExport = { exportId: 'e1', status: 'running', done: 2 };
    page({
      'ops.audit.chain': () => answered('ops.audit.chain', { ...chain, job }),
      'ops.audit.lastExport': () => answered('ops.audit.lastExport', { export: making }),
    });
    expect(await screen.findByText('正在核验，可以离开本页。')).toBeDefined();
    expect(await screen.findByText(/已写入 2 条/)).toBeDefined();
    isSilent = true;
    await expect.poll(() => screen.queryAllByText('系统暂时没有响应，正在重试').length, { timeout: 15_000 }).toBe(2);
  });

  it('R11.7 lists who did what to whom, and asks by the filters of the address', async () => {
    const shown = page({}, '/audit?actor=admin&area=order&from=2026-11-01&to=2026-11-22');
    expect(await screen.findByText('审核通过订单')).toBeDefined();
    expect(screen.getByText('陈静（运营人员）')).toBeDefined();
    expect(shown.of('ops.audit.page')[0]?.input).toMatchObject({ actor: 'admin', area: 'order', from: '2026-11-01' });
  });

  it('R11.7 finds an event by its title and a merchant by its name', async () => {
    const shown = page();
    await shown.keyboard.click(await screen.findByRole('button', { name: '更多筛选' }));
    await screen.findByRole('option', { name: '订单：审核通过订单' });
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '事件' }), '订单：审核通过订单');
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '商户' }), '云栖商贸有限公司');
    await expect
      .poll(() => shown.of('ops.audit.page').at(-1)?.input)
      .toMatchObject({ event: 'ops.order.approve', tenantId: 't1' });
  });

  it('R11.7 offers the events of the chosen area, and keeps one of the address that the trail has not', async () => {
    page({}, '/audit?area=staff&event=ops.x.y');
    await screen.findByRole('option', { name: '运营人员：锁定运营人员的账号' });
    expect(screen.queryByRole('option', { name: '订单：审核通过订单' })).toBeNull();
    expect(screen.getByRole('combobox', { name: '事件' })).toHaveProperty('value', 'ops.x.y');
  });

  it('R11.7 the event in the drawer leads to all of its kind', async () => {
    showPage(<AuditDrawer eventId="41" onClose={() => undefined} />, { at: '/audit?open=41', answers });
    expect((await screen.findByRole('link', { name: 'ops.order.review' })).getAttribute('href')).toBe(
      '#/audit?event=ops.order.review',
    );
  });

  it('R11.7 shows the values before and after in words', async () => {
    showPage(<AuditDrawer eventId="41" onClose={() => undefined} />, { at: '/audit?open=41', answers });
    const table = await screen.findByRole('table', { name: '前后的值' });
    const row = within(table).getByRole('row', { name: /^状态/ });
    expect(row.textContent).toBe('状态待审核待付款');
    expect(within(table).getByText('¥1,404.00')).toBeDefined();
    expect(screen.getByText('40')).toBeDefined();
  });

  it('R11.7 has no drawer for an event that is not there', async () => {
    showPage(<AuditDrawer eventId="99" onClose={() => undefined} />, {
      at: '/audit?open=99',
      answers: {
        'ops.audit.detail': () => {
          throw refusal('ops.audit.detail', 'RHSY404');
        },
      },
    });
    expect(await screen.findByText('没有这条记录')).toBeDefined();
  });

  it('R11.7 verifies all, or the chosen days', async () => {
    const shown = page({}, '/audit?from=2026-11-01&to=2026-11-22');
    await shown.keyboard.click(await screen.findByRole('button', { name: '核验所选日期' }));
    await expect
      .poll(() => shown.of('ops.audit.verify')[0]?.input)
      .toMatchObject({ from: '2026-11-01', to: '2026-11-22' });
    await shown.keyboard.click(screen.getByRole('button', { name: '核验全部' }));
    await expect.poll(() => shown.of('ops.audit.verify')).toHaveLength(2);
    expect(shown.of('ops.audit.verify')[1]?.input).not.toHaveProperty('from');
  });

  it('R11.7 names what the last verification found, and leads to it', async () => {
    const findings = [
      { kind: 'changed', eventId: '7', sealNo: 7, text: '记录 7 的内容被改动过（封存序号 7）' },
    ] as const;
    const last = { at: event.at, fromNo: 1, toNo: 41, events: 41, found: 1, findings: [...findings], digest: '' };
    page({ 'ops.audit.chain': () => ({ ...chain, last }) });
    const link = await screen.findByRole('link', { name: /记录 7 的内容被改动过/ });
    expect(link.getAttribute('href')).toBe('#/audit?open=7');
    expect(screen.getByRole('alert').textContent).toContain('核验发现 1 处不符');
  });

  it('R11.7 says that the chain holds, and without the key offers neither export nor verification', async () => {
    const last = { at: event.at, fromNo: 1, toNo: 41, events: 41, found: 0, findings: [], digest: '' };
    page({ 'ops.audit.chain': () => ({ ...chain, last }) }, '/audit', { 'ops.audit.read': true });
    expect(await screen.findByText(/没有发现改动/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '核验全部' })).toBeNull();
    expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull();
  });

  it('R2.9 fails with a retry, and says so to a role without the right', async () => {
    page({
      'ops.audit.page': () => {
        throw refusal('ops.audit.page', 'RHSY403');
      },
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R11.7 R1.5 an empty side and a missing one differ, and a negative sum has its sign before the symbol', () => {
    const settled = { event: 'ops.bill.settle' };
    expect(valueText(settled, { field: 'note' }, undefined)).toBe('—');
    expect(valueText(settled, { field: 'note' }, '')).toBe('（空）');
    expect(valueText(settled, { field: 'payment.amount' }, '-1')).toBe('-¥0.01');
    expect(valueText(settled, { field: 'paid' }, '140400')).toBe('¥1,404.00');
    expect(valueText(settled, { field: 'status' }, 'settled')).toBe('已结清');
  });
});
