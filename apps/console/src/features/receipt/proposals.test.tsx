import { fen, noFen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ExactDialog } from './exact-dialog.tsx';
import { Proposals } from './proposals.tsx';
import type { ReceiptDetail } from './receipt-queries.ts';

const receipt: ReceiptDetail = {
  receiptNo: 'SK1',
  source: 'bank',
  isConfirmed: true,
  receivedOn: '2026-11-22',
  amount: fen(18_000),
  appliedAmount: noFen,
  refundingAmount: noFen,
  refundedAmount: noFen,
  unappliedAmount: fen(18_000),
  createdAt: '2026-11-22T01:00:00.000Z',
  version: 1,
  applications: [],
  takenBack: [],
};
const auth = { 'ops.receipt.read': true, 'ops.receipt.write': true } as never;
const proposal = {
  rank: 'code',
  tenantId: 't1',
  tenantName: '云栖商贸',
  parts: [{ billNo: 'ZD1', amount: fen(18_000) }],
  reasons: ['附言码 K7M29PXH 是账单 ZD1 的', '金额与未付相同'],
  isExact: true,
} as const;
const exact = {
  count: 2,
  amount: fen(30_000),
  digest: 'a'.repeat(64),
  items: [
    {
      receiptNo: 'SK1',
      receivedOn: '2026-11-22',
      payerName: '云栖',
      tenantName: '云栖商贸',
      amount: fen(18_000),
      billNos: ['ZD1'],
      reasons: [],
    },
  ],
};
const show = (part: React.JSX.Element, answers: Answers) =>
  showPage(part, { at: '/receipts', answers, state: { auth } });
const proposals = (items: readonly (typeof proposal)[], more: Answers = {}) =>
  show(<Proposals receipt={receipt} />, {
    'ops.receipt.proposals': () => ({
      items: [
        {
          receiptNo: 'SK1',
          proposals: items.map((each) => ({ ...each, parts: [...each.parts], reasons: [...each.reasons] })),
        },
      ],
    }),
    ...more,
  });
const dialog = (answers: Answers) => show(<ExactDialog onClose={() => undefined} />, answers);

describe('receipts 2.4 what a receipt may pay', () => {
  it('receipts 2.4 is shown with its reasons, and applied by a press', async () => {
    const shown = proposals([proposal], {
      'ops.receipt.apply': () => ({ version: 2, unappliedAmount: noFen, results: [] }),
    });
    const list = await screen.findByRole('list', { name: '建议' });
    expect(list.textContent).toContain('附言码 K7M29PXH 是账单 ZD1 的；金额与未付相同');
    await shown.keyboard.click(within(list).getByRole('button', { name: '采用建议（¥180.00）' }));
    expect(shown.of('ops.receipt.apply')[0]?.input).toMatchObject({
      receiptNo: 'SK1',
      version: 1,
      parts: [{ billNo: 'ZD1', amount: 18_000 }],
    });
    expect(toasts()).toEqual(['已认款 ¥180.00，商户会收到通知']);
  });

  it('receipts 1.3 a registered receipt that may be the line’s is shown, and matched by a press', async () => {
    const shown = show(<Proposals receipt={receipt} />, {
      'ops.receipt.proposals': () => ({
        items: [
          {
            receiptNo: 'SK1',
            proposals: [],
            registered: [{ receiptNo: 'SK0', receivedOn: '2026-11-21', tenantName: '云栖商贸', payerName: '云栖' }],
          },
        ],
      }),
      'ops.bankLine.match': () => ({ receiptNo: 'SK0', version: 3 }),
    });
    const list = await screen.findByRole('list', { name: '可能已登记' });
    expect(list.textContent).toContain('SK0，2026-11-21 登记到账 ¥180.00，付款人 云栖');
    expect(screen.queryByText('没有建议')).toBeNull();
    await shown.keyboard.click(within(list).getByRole('button', { name: '认作同一笔' }));
    expect(shown.of('ops.bankLine.match')[0]?.input).toMatchObject({
      receiptNo: 'SK1',
      version: 1,
      registeredNo: 'SK0',
    });
    expect(toasts()).toEqual(['与收款 SK0 认作一笔']);
  });

  it('receipts 2.4 an amount alone proposes nothing, and the page says so', async () => {
    proposals([]);
    expect(await screen.findByText('没有建议')).toBeDefined();
  });

  it('receipts 2.4 the one press shows count and sum first, and sends what it has shown', async () => {
    const shown = dialog({
      'ops.receipt.exact': () => exact,
      'ops.receipt.applyExact': () => ({ count: 2, amount: fen(30_000), settled: 2 }),
    });
    expect(await screen.findByText(/2\s笔收款.*共 ¥300\.00/)).toBeDefined();
    expect(screen.getByText(/^只列出前 1\s笔。$/)).toBeDefined();
    await shown.keyboard.click(screen.getByRole('button', { name: /认款 2\s笔，¥300\.00/ }));
    expect(shown.of('ops.receipt.applyExact')[0]?.input).toMatchObject({
      count: 2,
      amount: 30_000,
      digest: exact.digest,
    });
    expect(toasts()).toEqual(['已认款 2\u00a0笔，共 ¥300.00，结清 2\u00a0张账单']);
  });

  it('receipts 2.4 without an exact one nothing can be pressed; what fails can be asked for again', async () => {
    dialog({ 'ops.receipt.exact': () => ({ ...exact, count: 0, amount: noFen, items: [] }) });
    expect(await screen.findByText('没有可以一键认款的收款')).toBeDefined();
    expect(screen.getByRole('button', { name: '认款' }).hasAttribute('disabled')).toBe(true);
  });

  it('ux a list of exact ones that fails can be asked for again', async () => {
    dialog({
      'ops.receipt.exact': () => {
        throw refusal('ops.receipt.exact', 'OPSB0001');
      },
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  });
});
