import { fen, noFen } from '@ronghui/domain/money';
import { describe, expect, it } from 'vitest';
import { refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { PrepaidNote } from './prepaid-note.tsx';
import type { Unapplied } from './receipt-queries.ts';

const none: Unapplied = { count: 0, amount: noFen, inCheckAmount: noFen, items: [] };
const own: Unapplied['items'][number] = {
  receiptNo: 'SK20261122-1',
  receivedOn: '2026-11-22',
  serial: 'S-1',
  amount: fen(35_000),
  unappliedAmount: fen(18_000),
  inCheck: false,
};
const show = (answer: () => Unapplied) =>
  showPage(<PrepaidNote />, {
    at: '/merchant/userCenter/bill',
    state: { user, auth: {} },
    answers: { 'receipt.unapplied': answer },
  });

describe('R15.3 unapplied money beside the bills', () => {
  it('receipts 1.2 says how much it is, and of which transfers', async () => {
    show(() => ({ ...none, count: 1, amount: fen(18_000), items: [own] }));
    expect(await screen.findByText(/^预收款 ¥180\.00（1 笔）/)).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe('2026-11-22 到账，未抵付 ¥180.00，流水号 S-1');
    expect(screen.queryByText(/正在核对/)).toBeNull();
  });

  it('receipts 1.3 money of a payment that was taken back stands apart', async () => {
    const { serial: _, ...unnamed } = own;
    show(() => ({ ...none, inCheckAmount: fen(18_000), items: [{ ...unnamed, inCheck: true }] }));
    expect(await screen.findByText(/^另有 ¥180\.00 是撤销的付款/)).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe('2026-11-22 到账，未抵付 ¥180.00（核对中）');
    expect(screen.queryByText(/^预收款 ¥/)).toBeNull();
  });

  it.each([
    ['there is none', () => none],
    [
      'it cannot be read',
      () => {
        throw refusal('receipt.unapplied', 'RHSY403');
      },
    ],
  ])('receipts 1.2 is not in the way where %s', async (_, answer) => {
    const page = show(answer);
    await expect.poll(() => page.of('receipt.unapplied').length).toBe(1);
    expect(screen.queryByRole('note')).toBeNull();
  });
});
