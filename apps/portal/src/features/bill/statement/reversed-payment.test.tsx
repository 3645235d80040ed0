import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '#kernel/testing/in-sight.fixture.ts';
import { screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail, line } from '../bill.fixture.ts';
import type { BillDetail } from '../bill-queries.ts';
import { BillDrawer } from './bill-drawer.tsx';
import { loadBillParts } from './bill-parts.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadBillParts.rest);
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T15:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const [registered, at] = ['2026-11-20T02:00:00.000Z', '2026-11-21T02:00:00.000Z'];
const payment = { amount: bill.amount, on: '2026-11-20', serial: 'S-1', by: '平台财务', at: registered };
const takenBack: Partial<BillDetail> = {
  status: 'confirmed',
  dueIsExpected: false,
  paidAmount: fen(0),
  reversedSettlements: [{ ...payment, reversed: { reason: '登记错账单', by: '平台运营', at } }],
  timeline: [
    ...detail.timeline,
    { kind: 'settled', by: '平台运营', at: registered, amount: bill.amount, paymentAmount: bill.amount },
    {
      kind: 'paymentReversed',
      by: '平台运营',
      at,
      amount: bill.amount,
      reversedAmount: bill.amount,
      paymentAt: registered,
      reason: '登记错账单',
    },
  ],
};
const show = (more: Partial<BillDetail>) =>
  showPage(<BillDrawer billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth: { 'bill.confirm': true } },
    answers: {
      'bill.detail': () => ({ ...detail, ...takenBack, ...more }),
      'bill.lines': () => ({ items: [line], total: 1, page: 1, pageSize: 20, nextCursor: null }),
    },
  });
const slip = async () =>
  (await within(await screen.findByRole('dialog', { name: '账单详情' })).findByRole('region', { name: '下一步' }))
    .textContent ?? '';

it('R4.9 R10.3 a payment that the provider took back stands with its reason, is not counted, and the bill is to be paid again', async () => {
  show({});
  expect(await slip()).toMatch(/请付款并上传凭证/);
  const payments = screen.getByRole('list', { name: '结算记录' }).textContent;
  expect(payments).toMatch(/2026-11-20（已撤销，不计入已付）.*S-1.*平台运营.*撤销.*原因：登记错账单/);
  const steps = screen.getByRole('list', { name: '账单经过，最近的在前' }).textContent;
  expect(steps).toMatch(/撤销付款.*平台撤销 2026-11-20 10:00(:00)? 登记的付款 ¥[\d,.]+，原因：登记错账单/);
});

it('R10.3 what was sent back before a payment that was taken back is to be sent again', async () => {
  const voucher = {
    voucherId: 'v1',
    paidAt: '2026-11-19T01:00:00.000Z',
    sentAt: '2026-11-19T02:00:00.000Z',
    by: '王小明',
    billNos: [bill.billNo],
    files: [{ fileId: 'f1', name: '回单.pdf' }],
    returned: { reason: '回单不清楚', at: '2026-11-19T03:00:00.000Z' },
  };
  show({ vouchers: [voucher] });
  expect(await slip()).toMatch(/付款凭证被退回，请重新上传/);
});
