import { takenText } from '@ronghui/ui';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { invalidate } from '@ronghui/web/queries/query-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, act, cached, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { LeadDrawer } from './lead-drawer.tsx';
import { LeadListPage } from './lead-list-page.tsx';
import type { Lead, LeadDetail } from './lead-queries.ts';
import { lastStepOf } from './lead-words.ts';

beforeAll(async () => {
  await loadChunk(() => import('./lead-drawer.tsx'));
}, 60_000);

const lead: Lead = {
  ticketNo: 'SY20261123-1',
  source: 'trial',
  status: 'following',
  name: '王**',
  company: '云栖商贸',
  mobileMasked: '139****0001',
  productName: '聚合收款',
  ownerName: '陈静',
  isMine: true,
  remindOn: '2026-11-23',
  isDue: true,
  createdAt: '2026-11-22T01:00:00.000Z',
  version: 2,
};
const detail: LeadDetail = {
  ...lead,
  choice: [],
  actions: ['win', 'note', 'remind', 'assign', 'lose'],
  steps: [{ action: 'take', to: 'following', by: '陈静', at: '2026-11-22T02:00:00.000Z' }],
};
const auth = { 'ops.customer.read': true, 'ops.customer.write': true } as never;
const page = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const answers: Answers = {
  'ops.lead.page': () => ({ items: [lead], ...page }),
  'ops.lead.detail': () => detail,
  'ops.lead.reveal': () => ({ value: '13900000001' }),
  'ops.lead.colleagues': () => ({ items: [{ staffId: 's2', name: '李娜' }] }),
  'ops.lead.note': () => ({ status: 'following', version: 3 }),
  'ops.lead.win': () => ({ status: 'won', version: 3 }),
  'ops.lead.undoWin': () => ({ status: 'following', version: 4 }),
  'ops.lead.assign': () => ({ status: 'following', version: 3 }),
  'ops.lead.remind': () => ({ status: 'following', version: 3 }),
  'ops.tenant.page': () => ({
    items: [
      {
        tenantId: 't1',
        name: '云栖商贸有限公司',
        certificationStatus: 'none',
        memberCount: 1,
        ownerName: '',
        ownerMobileMasked: '138****0001',
        createdAt: '2026-11-20T01:00:00.000Z',
      },
    ],
    ...page,
  }),
};
const drawer = (more: Answers = {}, held: object = auth) =>
  showPage(<LeadDrawer ticketNo="SY20261123-1" onClose={() => undefined} />, {
    at: '/leads?open=SY20261123-1',
    answers: { ...answers, ...more },
    state: { auth: held },
  });

describe('R11.4 the leads of the console', () => {
  it('R11.4 are listed by the filter of the address, a due reminder marked', async () => {
    const shown = showPage(<LeadListPage />, { at: '/leads?owner=mine&due=yes', answers, state: { auth } });
    expect(await screen.findByText('云栖商贸')).toBeDefined();
    expect(screen.getByText('2026-11-23 到期')).toBeDefined();
    expect(shown.of('ops.lead.page')[0]?.input).toMatchObject({ owner: 'mine', due: true });
  });

  it('security 4.12 name and mobile are shown on demand, and hidden again', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '显示手机号' }));
    expect(await screen.findByText('13900000001')).toBeDefined();
    expect(shown.of('ops.lead.reveal')[0]?.input).toEqual({ ticketNo: 'SY20261123-1', field: 'mobile' });
    await shown.keyboard.click(screen.getByRole('button', { name: '隐藏手机号' }));
    expect(screen.queryByText('13900000001')).toBeNull();
  });

  it('security 4.12 what was written in the form is shown on demand, to who works on leads', async () => {
    const written: Answers = {
      'ops.lead.detail': () => ({ ...detail, content: '＊＊＊（12\u00a0字）' }),
      'ops.lead.reveal': () => ({ value: '请联系王小明 139' }),
    };
    const shown = drawer(written);
    await shown.keyboard.click(await screen.findByRole('button', { name: '显示留言' }));
    expect(await screen.findByText('请联系王小明 139')).toBeDefined();
    expect(shown.of('ops.lead.reveal')[0]?.input).toEqual({ ticketNo: 'SY20261123-1', field: 'content' });
    shown.unmount();
    drawer(written, { 'ops.customer.read': true });
    expect(await screen.findByText('＊＊＊（12 字）')).toBeDefined();
    expect(screen.queryByRole('button', { name: '显示留言' })).toBeNull();
  });

  it('R11.4 a note is written and sent without a version', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '添加记录' }));
    const question = screen.getByRole('dialog', { name: '添加跟进记录' });
    await shown.keyboard.click(within(question).getByRole('button', { name: '保存' }));
    expect(await within(question).findByText('请输入跟进记录')).toBeDefined();
    await shown.keyboard.type(within(question).getByLabelText(/^跟进记录/), '约了周四');
    await shown.keyboard.click(within(question).getByRole('button', { name: '保存' }));
    await expect.poll(() => shown.of('ops.lead.note')[0]?.input).toMatchObject({ text: '约了周四' });
    expect(shown.of('ops.lead.note')[0]?.input).not.toHaveProperty('version');
  });

  it('R11.4 R11.2 is won as a merchant that is found by its name; the queues are read again', async () => {
    const queues = cached('desk', 'queues');
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '成交' }));
    const question = screen.getByRole('dialog', { name: '线索成交' });
    await within(question).findByRole('option', { name: '云栖商贸有限公司（138****0001）' });
    expect(shown.of('ops.tenant.page')[0]?.input).toMatchObject({ keyword: '云栖商贸' });
    await shown.keyboard.selectOptions(within(question).getByLabelText(/^商户/), 't1');
    await shown.keyboard.click(within(question).getByRole('button', { name: '成交' }));
    await expect.poll(() => shown.of('ops.lead.win')[0]?.input).toMatchObject({ tenantId: 't1', version: 2 });
    await expect.poll(queues).toBe(true);
  });

  it('R11.4 a win by mistake is corrected with a reason', async () => {
    const won: LeadDetail = { ...detail, status: 'won', actions: ['undoWin', 'note'], version: 3 };
    const shown = drawer({ 'ops.lead.detail': () => won });
    await shown.keyboard.click(await screen.findByRole('button', { name: '更正成交' }));
    const question = screen.getByRole('dialog', { name: '更正成交' });
    await shown.keyboard.type(within(question).getByLabelText(/^更正的原因/), '选错了商户');
    await shown.keyboard.click(within(question).getByRole('button', { name: '退回跟进' }));
    await expect.poll(() => shown.of('ops.lead.undoWin')[0]?.input).toMatchObject({ reason: '选错了商户', version: 3 });
  });

  it('R11.4 a reminder can be taken away', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '提醒' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '取消提醒' }));
    await expect.poll(() => shown.of('ops.lead.remind')[0]?.input).toMatchObject({ on: null, version: 2 });
  });

  it('R11.4 a question stays open while the lead is refreshed, and then stands on its new version', async () => {
    let version = 2;
    const shown = drawer({ 'ops.lead.detail': () => ({ ...detail, version }) });
    await shown.keyboard.click(await screen.findByRole('button', { name: '转交' }));
    const question = screen.getByRole('dialog', { name: '转交线索' });
    await within(question).findByRole('option', { name: '李娜' });
    version = 3;
    await act(() => invalidate(['lead', 'detail']));
    await expect.poll(() => shown.of('ops.lead.detail')).toHaveLength(2);
    expect(await within(question).findByText(/已被他人更新/)).toBeDefined();
    await shown.keyboard.selectOptions(within(question).getByLabelText(/^转交给/), 's2');
    await shown.keyboard.click(within(question).getByRole('button', { name: '转交' }));
    await expect.poll(() => shown.of('ops.lead.assign')[0]?.input).toMatchObject({ staffId: 's2', version: 3 });
  });

  it('ux Console a lead begins as a statement does: what is asked for, its state, and who asks', async () => {
    drawer();
    const subject = await screen.findByRole('heading', { level: 3, name: /聚合收款$/ });
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toBe(subject);
    expect(subject.parentElement?.parentElement?.textContent).toMatch(/云栖商贸负责人 陈静（我）$/);
  });

  it('R4.12 who takes a lead second reads who took it, and when', async () => {
    const free: LeadDetail = { ...detail, status: 'new', actions: ['take'], steps: [] };
    let now = free;
    const shown = drawer({
      'ops.lead.detail': () => now,
      'ops.lead.take': () => {
        now = {
          ...detail,
          version: 3,
          steps: [{ action: 'take', to: 'following', by: '李娜', at: '2026-11-23T02:00:00.000Z' }],
        };
        throw refusal('ops.lead.take', 'RHSY409');
      },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '领取' }));
    await expect.poll(toasts).toEqual(['这条线索已由 李娜 于 2026-11-23 10:00 领取，现在看到的是最新的状态。']);
  });

  it('R4.12 a question says who changed the lead meanwhile, when and how', async () => {
    let now = detail;
    const shown = drawer({ 'ops.lead.detail': () => now });
    await shown.keyboard.click(await screen.findByRole('button', { name: '转交' }));
    const question = screen.getByRole('dialog', { name: '转交线索' });
    const lost = { action: 'lose', to: 'lost', by: '李娜', at: '2026-11-23T02:00:00.000Z' } as const;
    now = { ...detail, version: 3, steps: [lost, ...detail.steps] };
    await act(() => invalidate(['lead', 'detail']));
    expect(
      await within(question).findByText(/^已由 李娜 于 2026-11-23 10:00 标为未成交，请核对后再提交/),
    ).toBeDefined();
  });

  it.each([
    [{ action: 'take', to: 'following' }, '领取'],
    [{ action: 'assign', to: 'following', toName: '陈静' }, '转交给 陈静'],
    [{ action: 'assign', to: 'following' }, '转交'],
    [{ action: 'win', to: 'won' }, '标为成交'],
    [{ action: 'lose', to: 'lost' }, '标为未成交'],
    [{ action: 'reopen', to: 'following' }, '重新跟进'],
    [{ action: 'undoWin', to: 'following' }, '更正了成交'],
    [{ action: 'note', to: 'following' }, '添加了跟进记录'],
    [{ action: 'remind', to: 'following', remindOn: '2026-11-25' }, '设置了提醒'],
    [{ action: 'remind', to: 'following' }, '取消了提醒'],
  ] as const)('R4.12 the sentence about a step of a colleague ends in what was done: %j', (step, verb) => {
    const at = '2026-11-23T02:00:00.000Z';
    expect(takenText(lastStepOf({ steps: [{ ...step, by: '李娜', at }] }))).toBe(
      `已由 李娜 于 2026-11-23 10:00 ${verb}`,
    );
  });

  it('R11.4 is handed over to a colleague', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '转交' }));
    const question = screen.getByRole('dialog', { name: '转交线索' });
    await within(question).findByRole('option', { name: '李娜' });
    await shown.keyboard.selectOptions(within(question).getByLabelText(/^转交给/), 's2');
    await shown.keyboard.click(within(question).getByRole('button', { name: '转交' }));
    await expect.poll(() => shown.of('ops.lead.assign')[0]?.input).toMatchObject({ staffId: 's2' });
  });

  it('R6.3 has no steps and shows no number for who may only read', async () => {
    drawer({}, { 'ops.customer.read': true });
    await screen.findByText(/139\*\*\*\*0001/);
    for (const name of ['添加记录', '显示手机号']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('R2.9 says that a lead is not there', async () => {
    drawer({
      'ops.lead.detail': () => {
        throw refusal('ops.lead.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这条线索')).toBeDefined();
  });
});
