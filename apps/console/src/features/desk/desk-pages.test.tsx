import { type OpeningStep, openingSteps } from '@ronghui/domain/desk';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { describe, expect, it, vi } from 'vitest';
import type { AuthMap } from '#kernel/start-up.ts';
import {
  type Answers,
  cached,
  refusal,
  screen,
  showPage,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { DeskPage } from './desk-page.tsx';
import type { Queue } from './desk-queries.ts';
import { OwnerBar } from './owner-bar.tsx';

const queue = (name: Queue['queue'], more: Partial<Queue> = {}): Queue => ({
  queue: name,
  count: 0,
  hasMore: false,
  overdue: 0,
  mine: 0,
  owners: [],
  ...more,
});
/** An opening of which these steps are left. */
const opening = (...missing: readonly OpeningStep[]) => ({
  steps: openingSteps.map((step) => ({ step, isDone: !missing.includes(step) })),
});
const desk = (answers: Answers, auth: Partial<AuthMap> = {}) =>
  showPage(<DeskPage />, {
    at: '/',
    answers: { 'ops.desk.opening': () => opening(), ...answers },
    state: { auth: { 'ops.staff.read': true, ...auth } },
  });
const takenAt = '2026-11-22T01:00:00.000Z';
const owner = (staffId: string, name: string) => ({ staffId, name, takenAt });
const bar = (answers: Answers, mayTake = true) =>
  showPage(<OwnerBar kind="order" objectId="DD1" mayTake={mayTake} />, { at: '/orders?open=DD1', answers });

describe('R11.2 the first page of the console', () => {
  it('R11.1 an admin reads what others did to accounts of staff, until it is seen', async () => {
    let items = [
      { eventId: 9, change: 'resetPassword' as const, at: takenAt, by: '赵敏', account: 'li.na', name: '李娜' },
      { eventId: 7, change: 'create' as const, at: takenAt, by: '', account: 'chen.jing', name: '' },
    ];
    const answers: Answers = {
      'ops.desk.queues': () => ({ items: [] }),
      'ops.staff.news': () => ({ items }),
      'ops.staff.seeNews': () => {
        items = [];
        return {};
      },
    };
    const shown = showPage(<DeskPage />, { at: '/', answers, state: { auth: { 'ops.staff.write': true } } });
    expect(await screen.findByText(/赵敏 重置了密码：李娜（li.na）/)).toBeDefined();
    expect(screen.getByText(/服务器上的操作员 新建了账号：chen.jing/)).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: '已看过' }));
    await expect.poll(() => screen.queryByText(/同事的账号有变动/)).toBeNull();
    expect(shown.of('ops.staff.seeNews')[0]?.input).toEqual({ eventId: 9 });
    shown.unmount();
    const other = showPage(<DeskPage />, { at: '/', answers, state: { auth: {} } });
    expect(other.of('ops.staff.news')).toEqual([]);
  });

  it('R11.2 shows what waits, with who has it, and every figure leads to its list', async () => {
    desk({
      'ops.desk.queues': () => ({
        items: [
          queue('orderVoucher', {
            count: 1000,
            hasMore: true,
            mine: 2,
            owners: [{ staffId: 's2', name: '王芳', count: 3 }],
          }),
          queue('certificationTransfer', { count: 4, mine: 1, overdue: 1, dueAt: takenAt, oldestAt: takenAt }),
          queue('feedbackRelease', { count: 1, dueAt: takenAt }),
          queue('receiptUnapplied', { count: 3 }),
          queue('receiptUnknown', { count: 5 }),
          queue('accountMonth', { count: 1 }),
          queue('leadReminder', { count: 2, owners: [{ staffId: 's2', name: '王芳', count: 2 }] }),
        ],
      }),
    });
    const row = (await screen.findByRole('link', { name: '付款凭证待核对 1,000+' })).closest('tr') ?? document.body;
    expect(within(row).getByText('我 2、王芳 3')).toBeDefined();
    expect(within(row).getByRole('link', { name: '付款凭证待核对' }).getAttribute('href')).toBe(
      '#/orders?queue=voucher',
    );
    expect(screen.getByText(/1 项已过期/)).toBeDefined();
    const titles = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(titles).toEqual([
      '认证待打款验证',
      '付款凭证待核对',
      '预收款待认款',
      '待查款待认款',
      '月份待月结',
      '差异答复待复核',
      '线索提醒到期',
    ]);
    expect(screen.getByText('我 1、无人 3')).toBeDefined();
    expect(screen.getByRole('link', { name: '差异答复待复核' }).getAttribute('href')).toBe('#/feedback?queue=release');
    expect(screen.getByRole('link', { name: '预收款待认款' }).getAttribute('href')).toBe('#/receipts?queue=prepaid');
    expect(screen.getByRole('link', { name: '待查款待认款' }).getAttribute('href')).toBe('#/receipts?queue=unknown');
    expect(screen.getByRole('link', { name: '月份待月结' }).getAttribute('href')).toBe('#/receipts/month');
    expect(screen.getByRole('link', { name: '线索提醒到期' }).getAttribute('href')).toBe('#/leads?due=yes');
  });

  it('R11.2 says so where nothing is one’s own', async () => {
    desk({ 'ops.desk.queues': () => ({ items: [] }) });
    expect(await screen.findByText('没有归您办理的事项')).toBeDefined();
  });

  const editor = { 'ops.content.write': true } as const;

  it('R11.2 leads through the opening: what shuts something first, with what it shuts, and nothing that waits comes before', async () => {
    desk(
      {
        'ops.desk.queues': () => ({ items: [queue('lead'), queue('invoice')] }),
        'ops.desk.opening': () => opening('contactAgreement', 'registerAgreement', 'product', 'stage'),
      },
      editor,
    );
    expect(await screen.findByRole('heading', { name: '还差 2\u00a0步就能开业' })).toBeDefined();
    const steps = within(screen.getByRole('region', { name: '还差 2\u00a0步就能开业' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^发布注册时的协议.*注册暂未开放.*写协议$/),
      expect.stringMatching(/^发布第一个产品.*写产品$/),
      expect.stringMatching(/^发布留下联系方式时的协议.*写协议$/),
      // Of a key that this member does not hold.
      expect.stringMatching(/^建第一个账期.*由有权限的同事办理$/),
      expect.stringMatching(/^已做完：填写站点设置 · /),
    ]);
    const areas = screen.getByRole('complementary').textContent;
    expect(areas).toContain('注册、登录关 · 缺协议');
    expect(areas).toContain('选购关 · 缺协议、产品');
    expect(areas).toContain('付款开');
    expect(screen.getByText(/^等待办理：现在没有。看全部 2 个队列$/)).toBeDefined();
  });

  it('R11.2 the first thing that waits comes before the guide, and a guide of others’ steps is not shown', async () => {
    const waits = { 'ops.desk.queues': () => ({ items: [queue('lead', { count: 1 })] }) };
    const left = { 'ops.desk.opening': () => opening('stage') };
    const shown = desk({ ...waits, ...left }, { 'ops.billing.write': true });
    const guide = await screen.findByRole('heading', { name: '可以开业了，还有 1\u00a0步建议做完' });
    const table = screen.getByRole('table');
    expect(table.compareDocumentPosition(guide) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    shown.unmount();
    desk({ ...waits, ...left }, editor);
    await screen.findByRole('table');
    expect(screen.queryByRole('heading', { name: /开业/ })).toBeNull();
  });

  it('R11.2 who saw steps left reads for a day that all are done', async () => {
    localStorage.clear();
    const waits = { 'ops.desk.queues': () => ({ items: [queue('lead', { count: 1 })] }) };
    const see = async (...missing: readonly OpeningStep[]) => {
      const shown = desk({ ...waits, 'ops.desk.opening': () => opening(...missing) }, editor);
      await screen.findByRole('table');
      const isShown = screen.queryByText('开业准备都做完了') !== null;
      shown.unmount();
      clearQueries();
      return isShown;
    };
    expect(await see()).toBe(false);
    expect(await see('product')).toBe(false);
    expect(await see()).toBe(true);
    expect(await see()).toBe(true);
    vi.setSystemTime(Date.now() + 86_400_001);
    expect(await see()).toBe(false);
    vi.useRealTimers();
    localStorage.clear();
  });

  it('R2.9 offers a retry where it fails', async () => {
    desk({
      'ops.desk.queues': () => {
        throw refusal('ops.desk.queues', 'RHSY404');
      },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });

  it('R11.2 one takes what nobody has; who comes second reads who was first', async () => {
    const shown = bar({
      'ops.desk.owner': () => ({ owner: null }),
      'ops.desk.take': () => ({ owner: owner('s2', '王芳'), isYours: false }),
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '由我办理' }));
    await expect.poll(toasts).toContain('王芳 已先接手');
    expect(shown.of('ops.desk.take')[0]?.input).toMatchObject({ kind: 'order', objectId: 'DD1' });
  });

  it('R11.2 who takes a thing stands in every list that names who works on it', async () => {
    const lists = [
      cached('certification', 'page'),
      cached('order', 'page'),
      cached('feedback', 'page'),
      cached('invoice', 'page'),
      cached('bill', 'toSettle'),
      cached('bill', 'toSettleSum'),
      cached('bill', 'stage', 'page'),
    ];
    const shown = bar({
      'ops.desk.owner': () => ({ owner: null }),
      'ops.desk.take': () => ({ owner: owner(user.staffId, '陈静'), isYours: true }),
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '由我办理' }));
    await expect.poll(() => lists.every((isStale) => isStale())).toBe(true);
  });

  it('R11.2 one hands it to a colleague, or takes it over from one', async () => {
    const own = { owner: owner(user.staffId, '陈静') };
    const shown = bar({
      'ops.desk.owner': () => own,
      'ops.desk.colleagues': () => ({
        items: [
          { staffId: user.staffId, account: 'admin', name: '陈静' },
          { staffId: 's2', account: 'wang', name: '王芳' },
        ],
      }),
      'ops.desk.handOver': () => ({ owner: owner('s2', '王芳') }),
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '转交' }));
    const dialog = await screen.findByRole('dialog', { name: '转交 DD1' });
    await shown.keyboard.click(await within(dialog).findByRole('radio', { name: '王芳（wang）' }));
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '转交' }));
    await expect.poll(toasts).toContain('已转交给 王芳');
    expect(shown.of('ops.desk.handOver')[0]?.input).toMatchObject({ from: user.staffId, to: 's2' });
  });

  it('R11.2 one takes over from a colleague who is away', async () => {
    const other = bar({
      'ops.desk.owner': () => ({ owner: owner('s2', '王芳') }),
      'ops.desk.handOver': () => ({ owner: owner(user.staffId, '陈静') }),
    });
    expect(await screen.findByText('王芳 在办理')).toBeDefined();
    await other.keyboard.click(screen.getByRole('button', { name: '改由我办理' }));
    await expect.poll(() => other.of('ops.desk.handOver')[0]?.input).toMatchObject({ from: 's2', to: user.staffId });
  });

  it('R11.2 who may only read sees who works on it, and no button', async () => {
    bar({ 'ops.desk.owner': () => ({ owner: owner('s2', '王芳') }) }, false);
    expect(await screen.findByText('王芳 在办理')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
