import type { CallReply } from '@ronghui/client';
import { noFen } from '@ronghui/domain/money';
import type { JSX } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { detail as bill } from '#features/bill/bill.fixture.ts';
import { AmountOrigin } from '#features/bill/statement/amount-origin.tsx';
import { BillActions } from '#features/bill/statement/bill-actions.tsx';
import { ExportButton } from '#features/export/export-button.tsx';
import { invoice } from '#features/invoice/invoice.fixture.ts';
import { InvoiceListPage } from '#features/invoice/invoice-list-page.tsx';
import { NoticePage } from '#features/notice/notice-page.tsx';
import type { NextStep } from '#features/order/next-step.ts';
import { detail as order } from '#features/order/order.fixture.ts';
import { OrderActions } from '#features/order/order-actions.tsx';
import { doneRun, listedRuns, stages } from '#features/recon/recon.fixture.ts';
import { ReconListPage } from '#features/recon/recon-list-page.tsx';
import { AccountCard } from '#features/safety/account-card.tsx';
import { OwnDataCard } from '#features/safety/own-data-card.tsx';
import { MembersPage } from '#features/tenant/members-page.tsx';
import { type Answers, screen, showPage, toasts, user } from '#kernel/testing/page.fixture.tsx';

// The chunk of each part cannot be fetched the first time.
vi.mock(import('@ronghui/web/navigation/chunks'), async (original) => {
  const chunks = await original();
  const lazyPart: typeof chunks.lazyPart = (load, waiting) => {
    let tries = 0;
    return chunks.lazyPart(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('Failed to fetch')) : load();
    }, waiting);
  };
  return { ...chunks, lazyPart };
});

const paged = { total: 1, totalIsExact: true, page: 1, pageSize: 20, nextCursor: null };
const none = { count: 0, amount: noFen, taxAmount: noFen };
const answers: Answers = {
  'notice.page': () => ({ ...paged, items: [], total: 0 }),
  'member.page': () => ({ ...paged, items: [], total: 0 }),
  'member.invited': () => ({ items: [] }),
  'invoice.page': () => ({ ...paged, items: [invoice] }),
  'invoice.sum': () => ({ applied: none, issued: none }),
  'stage.all': () => stages,
  'recon.page': () => listedRuns([doneRun]),
};
const auth = {
  'order.write': true,
  'bill.confirm': true,
  'export.create': true,
  'invoice.write': true,
  'recon.read': true,
  'recon.write': true,
  'member.manage': true,
};

const safety: CallReply<'user.safety'> = {
  name: '王小明',
  mobileMasked: '138****0001',
  emailMasked: '',
  passwordChangedAt: '2026-11-01T01:30:00.000Z',
  newDeviceProof: false,
  totp: { on: false, recoveryCodesLeft: 0 },
  closesAt: null,
};
const pay: NextStep = { kind: 'pay', title: '请付款并上传凭证', who: '您', tone: 'warn' };
const over: NextStep = { kind: 'none', title: '', who: '', tone: 'info' };
const noop = (): void => undefined;
const unpaid = { ...bill, status: 'confirmed', approval: 'none', direction: 'payable', paidAmount: noFen } as const;

const parts: readonly [string, string | RegExp, () => JSX.Element][] = [
  ['to cancel an order', '取消订单', () => <OrderActions order={order} step={pay} mayWrite />],
  ['for the voucher of an order', '上传凭证', () => <OrderActions order={order} step={pay} mayWrite />],
  ['to renew an order', '续费', () => <OrderActions order={{ ...order, status: 'active' }} step={over} mayWrite />],
  ['to confirm a bill', '确认账单', () => <BillActions bill={bill} onPrint={noop} isPrinting={false} />],
  ['for the voucher of a bill', '上传付款凭证', () => <BillActions bill={unpaid} onPrint={noop} isPrinting={false} />],
  ['with the rule of a figure', /^规则第/, () => <AmountOrigin bill={bill} />],
  ['with the title of invoices', '发票抬头', () => <InvoiceListPage />],
  ['to apply for an invoice', '申请开票', () => <InvoiceListPage />],
  ['to invite a member', '邀请成员', () => <MembersPage />],
  ['with the settings of notices', '通知设置', () => <NoticePage />],
  ['to change the name', '修改', () => <AccountCard safety={safety} />],
  ['to change the mobile', '更换', () => <AccountCard safety={safety} />],
  ['to bind a mail address', '绑定', () => <AccountCard safety={safety} />],
  ['to close the account', '注销', () => <OwnDataCard safety={safety} />],
  ['with the settings of reconciliations', '对账设置', () => <ReconListPage />],
  [
    'to export a list',
    '导出',
    () => <ExportButton kind="orders" fields={[]} values={{}} filter={{}} total={1} totalIsExact />,
  ],
];
// Not within `act`: React takes the focus that user-event gives while a chunk's part is shown for an `act` that nobody awaits.
const press = async (name: string | RegExp): Promise<void> => {
  const button = await screen.findByRole('button', { name });
  button.click();
};
const opened = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')];

describe('a part that a press asks for, and that cannot be fetched', () => {
  it.each(parts)(
    'R2.2 %s: says so, leaves what was entered, and opens with the next press',
    async (_, name, makePart) => {
      const page = showPage(
        <>
          <input aria-label="entered" />
          {makePart()}
        </>,
        { at: '/merchant/userCenter/any', state: { user, auth }, answers },
      );
      const field = screen.getByLabelText<HTMLInputElement>('entered');
      await page.keyboard.type(field, 'typed before');
      await press(name);
      await expect.poll(() => toasts()).toEqual(['加载失败，请重试或刷新页面']);
      expect([field.isConnected, field.value, opened()]).toEqual([true, 'typed before', []]);
      await press(name);
      await expect.poll(() => opened().length, { timeout: 20_000 }).toBe(1);
      expect(field.value).toBe('typed before');
    },
    60_000,
  );
});
