import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
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

const returned = { reason: '回单与到账金额不符', at: '2026-11-21T02:00:00.000Z' };
const sentBack: Partial<BillDetail> = {
  status: 'confirmed',
  dueIsExpected: false,
  vouchers: [
    {
      voucherId: 'v1',
      paidAt: '2026-11-20T01:00:00.000Z',
      sentAt: '2026-11-20T02:00:00.000Z',
      by: '王小明',
      billNos: [bill.billNo],
      files: [{ fileId: 'f1', name: '回单.pdf' }],
      returned,
    },
  ],
  timeline: [
    ...detail.timeline,
    { kind: 'voucherReturned', by: '平台运营', at: returned.at, amount: bill.amount, reason: returned.reason },
  ],
};
const show = (more: Partial<BillDetail>) =>
  showPage(<BillDrawer billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth: { 'bill.confirm': true } },
    answers: {
      'bill.detail': () => ({ ...detail, ...sentBack, ...more }),
      'bill.lines': () => ({ items: [line], total: 1, page: 1, pageSize: 20, nextCursor: null }),
    },
  });
const slip = async () =>
  (await within(await screen.findByRole('dialog', { name: '账单详情' })).findByRole('region', { name: '下一步' }))
    .textContent ?? '';

it('R10.3 a voucher that was sent back says why, where the next step stands, at the voucher and on the timeline; a new one can be sent', async () => {
  show({});
  expect(await slip()).toMatch(/付款凭证被退回，请重新上传.*凭证被退回：回单与到账金额不符/);
  expect(screen.getByRole('button', { name: '上传付款凭证' })).toBeTruthy();
  expect(screen.getByRole('list', { name: '付款凭证' }).textContent).toContain('凭证被退回：回单与到账金额不符');
  expect(screen.getByRole('list', { name: '账单经过，最近的在前' }).textContent).toContain('付款凭证被退回');
});

it('R10.3 where another voucher waits, or a payment was registered since, that is what counts', async () => {
  show({ inCheck: true }).unmount();
  clearQueries();
  const part = { amount: fen(1), on: '2026-11-22', serial: 'S-1', by: '平台财务', at: '2026-11-22T02:00:00.000Z' };
  show({ settlements: [part], paidAmount: fen(1) });
  expect(await slip()).not.toContain('被退回');
});
