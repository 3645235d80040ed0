import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { invalidate } from '@ronghui/web/queries/query-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { stepUpStore } from '#features/staff/staff.shared.ts';
import { type Answers, act, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { TenantListPage } from './tenant/tenant-list-page.tsx';
import { TenantPage } from './tenant/tenant-page.tsx';
import type { Tenant, TenantDetail } from './tenant/tenant-queries.ts';
import { UserDrawer } from './user/user-drawer.tsx';
import { UserListPage } from './user/user-list-page.tsx';
import type { Account, AccountDetail } from './user/user-queries.ts';

beforeAll(async () => {
  await loadChunk(() => import('./user/user-drawer.tsx'));
}, 60_000);

const tenant: Tenant = {
  tenantId: 't1',
  name: '云栖商贸有限公司',
  uscc: '91350100M000100Y43',
  certificationStatus: 'passed',
  memberCount: 2,
  ownerName: '王*',
  ownerMobileMasked: '138****0001',
  createdAt: '2026-11-20T01:00:00.000Z',
};
const noBills = { count: 0, amount: fen(0), paidAmount: fen(0), toConfirm: 0, disputed: 0 };
const detail: TenantDetail = {
  tenantId: 't1',
  name: '云栖商贸有限公司',
  place: '福建省福州市',
  contactName: '',
  contactEmailMasked: '',
  secondApprover: false,
  certificationStatus: 'pendingTransfer',
  createdAt: '2026-11-20T01:00:00.000Z',
  certification: { submissionNo: 'RZ-1', isInForce: false, transfer: { triesLeft: 2, by: '2026-11-28T01:00:00.000Z' } },
  memberCount: 1,
  members: [
    {
      userId: 'u1',
      name: '王*',
      mobileMasked: '138****0001',
      role: 'owner',
      status: 'locked',
      joinedAt: '2026-11-20T01:00:00.000Z',
      sentOn: [{ kind: 'bill', sms: true, mail: false }],
    },
  ],
  orders: [],
  bills: {
    payable: { ...noBills, count: 2, amount: fen(123_456) },
    receivable: { ...noBills, count: 1, amount: fen(60_000) },
    recent: [],
  },
  feedback: { open: 0, recent: [] },
  invoices: [],
  consents: { inForce: 0, recent: [] },
  logins: [],
  leads: [],
  notes: [{ at: '2026-11-20T02:00:00.000Z', by: '李敏', content: '续约前先联系', conversationId: 'c1' }],
  history: [{ at: '2026-11-20T01:00:00.000Z', kind: 'registered', by: '' }],
};
const account: Account = {
  userId: 'u1',
  name: '王*',
  mobileMasked: '138****0001',
  status: 'active',
  tenantName: '云栖商贸有限公司',
  tenantCount: 1,
  createdAt: '2026-11-20T01:00:00.000Z',
  version: 3,
};
const accountDetail: AccountDetail = {
  ...account,
  emailMasked: '',
  lockReason: '',
  lockedByTries: false,
  totp: { on: true, recoveryCodesLeft: 8 },
  passwordChangedAt: '2026-11-20T01:00:00.000Z',
  tenants: [{ tenantId: 't1', name: '云栖商贸有限公司', role: 'owner', joinedAt: '2026-11-20T01:00:00.000Z' }],
  sessions: [],
  logins: [],
};
const reads = { 'ops.customer.read': true } as never;
const writes = { 'ops.customer.read': true, 'ops.customer.write': true } as never;
const page = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const answers: Answers = {
  'ops.tenant.page': () => ({ items: [tenant], ...page }),
  'ops.tenant.detail': () => detail,
  'ops.account.page': () => ({ items: [account], ...page }),
  'ops.account.detail': () => accountDetail,
  'ops.account.find': () => ({ userId: 'u1' }),
  'ops.account.reveal': () => ({ value: '13800000001' }),
  'ops.account.lock': () => ({ version: 4 }),
  'ops.account.changeMobile': () => ({ version: 4 }),
};
const tenantPage = (more: Answers = {}) =>
  showPage(<TenantPage params={{ tenantId: 't1' }} />, {
    at: '/tenants/t1',
    answers: { ...answers, ...more },
    state: { auth: reads },
  });
const drawer = (more: Answers = {}, auth = writes) =>
  showPage(<UserDrawer userId="u1" onClose={() => undefined} />, {
    at: '/users?open=u1',
    answers: { ...answers, ...more },
    state: { auth },
  });
/** Answers the question for a fresh proof, as the shell's dialog does. */
const prove = async (): Promise<void> => {
  await expect.poll(() => stepUpStore.get()).not.toBeNull();
  stepUpStore.get()?.settle('ticket');
};

describe('R11.4 the merchants of the console', () => {
  it('receipts 3.2 a merchant’s page leads to its statement of account, for those who may read it', async () => {
    const shown = tenantPage();
    await screen.findByRole('heading', { name: '账单' });
    expect(screen.queryByRole('link', { name: '对账单' })).toBeNull();
    shown.unmount();
    showPage(<TenantPage params={{ tenantId: 't1' }} />, {
      at: '/tenants/t1',
      answers,
      state: { auth: { 'ops.customer.read': true, 'ops.receipt.read': true } as never },
    });
    const link = await screen.findByRole('link', { name: '对账单' });
    expect(link.getAttribute('href')).toBe('#/accountStatement?tenantId=t1');
  });

  it('R11.4 are listed with their certification, and lead to their page', async () => {
    const shown = showPage(<TenantListPage />, {
      at: '/tenants?certification=passed&keyword=云栖',
      answers,
      state: { auth: reads },
    });
    const link = await screen.findByRole('link', { name: '云栖商贸有限公司' });
    expect(link.getAttribute('href')).toBe('#/tenants/t1');
    expect(shown.of('ops.tenant.page')[0]?.input).toMatchObject({ certification: 'passed', keyword: '云栖' });
  });

  it('R11.4 one has both directions of its bills side by side, its members, and the tries that are left of a transfer', async () => {
    tenantPage();
    expect(await screen.findByText('¥1,234.56')).toBeDefined();
    expect(screen.getByText('¥600.00')).toBeDefined();
    expect(screen.getByText(/还可以试 2\s次/)).toBeDefined();
    const members = within(screen.getByRole('list', { name: '成员' }));
    expect(members.getByText('已锁定')).toBeDefined();
    expect(members.getByText('通知另发：账单（短信）')).toBeDefined();
    expect(members.getByRole('link', { name: '王* 138****0001' }).getAttribute('href')).toBe('#/users?open=u1');
    expect(screen.getByRole('link', { name: '查看认证申请' }).getAttribute('href')).toBe('#/certifications/RZ-1');
  });

  it('R11.4 leads from each of its bills, orders, feedbacks, invoices, consents and logins to it, and to all of its own', async () => {
    const at = '2026-11-20T01:00:00.000Z';
    const recent = {
      billNo: 'ZD1',
      issuedAt: at,
      direction: 'payable' as const,
      stageName: '2026-10',
      productName: '贷款撮合',
      amount: fen(1),
      status: 'pending' as const,
    };
    const full = {
      ...detail,
      orders: [
        {
          orderNo: 'DD1',
          productName: '员工福利',
          skuName: '标准版',
          totalAmount: fen(1),
          status: 'active' as const,
          createdAt: at,
        },
      ],
      bills: { payable: noBills, receivable: noBills, recent: [recent] },
      feedback: {
        open: 1,
        recent: [
          {
            feedbackNo: 'CY1',
            billNo: 'ZD1',
            claimedAmount: fen(1),
            // The end of the 24th.
            answerBy: '2026-11-24T16:00:00.000Z',
            late: true,
          },
        ],
      },
      invoices: [{ invoiceNo: 'FP1', titleName: '抬头', amount: fen(1), status: 'applied' as const, appliedAt: at }],
      consents: {
        inForce: 1,
        recent: [{ recordId: 'r1', agreementId: 'terms', title: '用户协议', grantedAt: at, isInForce: true }],
      },
      logins: [
        {
          loginId: 'l1',
          at,
          method: 'password' as const,
          result: 'success' as const,
          device: '',
          address: '10.0.0.*',
          isKnownDevice: true,
          userId: 'u9',
          userName: '李*',
          mobileMasked: '138****0002',
        },
      ],
    };
    showPage(<TenantPage params={{ tenantId: 't1' }} />, {
      at: '/tenants/t1',
      answers: { ...answers, 'ops.tenant.detail': () => full },
      state: { auth: { 'ops.customer.read': true, 'ops.content.read': true } as never },
    });
    await screen.findByRole('link', { name: '全部账单' });
    // Late, and until when, as the desk of feedback and the merchant read it.
    expect(screen.getByText('账单 ZD1 · 2026-11-24 前答复')).toBeDefined();
    expect(screen.getByText('答复逾期')).toBeDefined();
    const hrefs = Object.fromEntries(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(hrefs).toMatchObject({
      '2026-10 贷款撮合': '#/bills?tenantId=t1&open=ZD1',
      全部账单: '#/bills?tenantId=t1',
      全部订单: '#/orders?queue=all&tenantId=t1',
      CY1: '#/feedback/CY1',
      全部反馈: '#/feedback?queue=all&tenantId=t1',
      抬头: '#/invoices?queue=all&tenantId=t1&open=FP1',
      全部开票: '#/invoices?queue=all&tenantId=t1',
      用户协议: '#/content/agreements/terms',
      '李*': '#/users?open=u9',
    });
  });

  it('R6.3 has no part that the server has left out', async () => {
    const { bills: _, invoices: __, feedback: ___, ...rest } = detail;
    tenantPage({ 'ops.tenant.detail': () => rest });
    await screen.findByRole('heading', { name: '订单' });
    for (const name of ['账单', '开票']) expect(screen.queryByRole('heading', { name })).toBeNull();
  });

  it('R2.9 says that a merchant is not there', async () => {
    tenantPage({
      'ops.tenant.detail': () => {
        throw refusal('ops.tenant.detail', 'RHSY404');
      },
    });
    expect(await screen.findByText('没有这个商户')).toBeDefined();
  });
});

describe('R11.4 the users of the console', () => {
  it('security 1.1 are found by the whole mobile, which stands in no address', async () => {
    const shown = showPage(<UserListPage />, { at: '/users', answers, state: { auth: reads } });
    await shown.keyboard.click(await screen.findByRole('button', { name: '按手机号查找' }));
    const dialog = screen.getByRole('dialog', { name: '按手机号查找用户' });
    await shown.keyboard.type(within(dialog).getByLabelText(/^手机号/), '13800000001');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '查找' }));
    await expect.poll(() => location.hash).toBe('#/users?open=u1');
    expect(shown.of('ops.account.find')[0]?.input).toEqual({ mobile: '13800000001' });
  });

  it('security 4.12 a name is searched for by those alone who may see it, and stands in no address', async () => {
    const shown = showPage(<UserListPage />, {
      at: '/users',
      answers,
      state: { auth: { ...(reads as object), 'ops.customer.write': true } as never },
    });
    await shown.keyboard.type(await screen.findByLabelText('姓名或商户'), '小明{Enter}');
    await expect.poll(() => shown.of('ops.account.page').at(-1)?.input).toMatchObject({ keyword: '小明' });
    expect(location.hash).toBe('#/users');
    shown.unmount();
    showPage(<UserListPage />, { at: '/users', answers, state: { auth: reads } });
    expect(await screen.findByLabelText('商户')).toBeDefined();
    expect(screen.queryByLabelText('姓名或商户')).toBeNull();
  });

  it('security 1.1 a number that nobody has gets a message, and the question stays', async () => {
    const shown = showPage(<UserListPage />, {
      at: '/users',
      answers: {
        ...answers,
        'ops.account.find': () => {
          throw refusal('ops.account.find', 'RHSY404');
        },
      },
      state: { auth: reads },
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: '按手机号查找' }));
    const dialog = screen.getByRole('dialog', { name: '按手机号查找用户' });
    await shown.keyboard.type(within(dialog).getByLabelText(/^手机号/), '13900000001');
    await shown.keyboard.click(within(dialog).getByRole('button', { name: '查找' }));
    await expect.poll(toasts).toEqual(['没有使用这个手机号的用户']);
    expect(screen.getByRole('dialog', { name: '按手机号查找用户' })).toBeDefined();
  });

  it('security 4.12 a number is shown in full on demand, and not to who may only read', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '显示手机号' }));
    expect(await screen.findByText('13800000001')).toBeDefined();
    expect(shown.of('ops.account.reveal')[0]?.input).toEqual({ userId: 'u1', field: 'mobile' });
    shown.unmount();
    drawer({}, reads);
    await screen.findByText('138****0001');
    expect(screen.queryByRole('button', { name: '显示手机号' })).toBeNull();
    expect(screen.queryByRole('button', { name: '锁定' })).toBeNull();
  });

  it('ux Console a user begins as a statement does: where they belong, their state, and who they are', async () => {
    drawer({}, reads);
    const subject = await screen.findByRole('heading', { level: 3, name: '云栖商贸有限公司' });
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toBe(subject);
    expect(subject.parentElement?.parentElement?.textContent).toMatch(/138\*\*\*\*0001$/);
  });

  it('R4.4 a lock says what it will do, and takes a reason, a fresh proof and the version that was seen', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '锁定' }));
    const question = screen.getByRole('dialog', { name: '锁定 138****0001' });
    expect(within(question).getByText(/登录中的设备立即退出/)).toBeDefined();
    await shown.keyboard.click(within(question).getByRole('button', { name: '锁定' }));
    expect(await within(question).findByText('请输入原因')).toBeDefined();
    await shown.keyboard.type(within(question).getByLabelText(/^原因/), '疑似盗用');
    await shown.keyboard.click(within(question).getByRole('button', { name: '锁定' }));
    await prove();
    await expect
      .poll(() => shown.of('ops.account.lock')[0]?.input)
      .toMatchObject({ userId: 'u1', version: 3, reason: '疑似盗用', stepTicket: 'ticket' });
  });

  it('R4.12 a question says that a colleague changed the account meanwhile, and keeps what was typed', async () => {
    let changed = {};
    const shown = drawer({ 'ops.account.detail': () => ({ ...accountDetail, ...changed }) });
    await shown.keyboard.click(await screen.findByRole('button', { name: '锁定' }));
    const question = screen.getByRole('dialog', { name: '锁定 138****0001' });
    await shown.keyboard.type(within(question).getByLabelText(/^原因/), '疑似盗用');
    expect(within(question).queryByText(/已被他人更新/)).toBeNull();
    changed = { version: 4, last: { by: '李娜', at: '2026-11-23T02:00:00.000Z' } };
    await act(() => invalidate(['customer', 'account', 'detail']));
    expect(await within(question).findByText(/^已由 李娜 于 2026-11-23 10:00 更新，请核对/)).toBeDefined();
    expect(within(question).getByLabelText(/^原因/)).toHaveProperty('value', '疑似盗用');
  });

  it('R10.9 a changed mobile takes how the person was made sure of, and is kept in no draft', async () => {
    const shown = drawer();
    await shown.keyboard.click(await screen.findByRole('button', { name: '更换手机号' }));
    const question = screen.getByRole('dialog', { name: '更换手机号 138****0001' });
    await shown.keyboard.type(within(question).getByLabelText(/^新手机号/), '13900000001');
    await shown.keyboard.click(within(question).getByRole('button', { name: '更换手机号' }));
    expect(await within(question).findByText('请输入核实本人的方式')).toBeDefined();
    await shown.keyboard.type(within(question).getByLabelText(/^核实本人的方式/), '视频核对身份证');
    await shown.keyboard.type(within(question).getByLabelText(/^原因/), '原号停用');
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain('13900000001');
    await shown.keyboard.click(within(question).getByRole('button', { name: '更换手机号' }));
    await prove();
    await expect
      .poll(() => shown.of('ops.account.changeMobile')[0]?.input)
      .toMatchObject({ mobile: '13900000001', proofSeen: '视频核对身份证', reason: '原号停用' });
  });
});
