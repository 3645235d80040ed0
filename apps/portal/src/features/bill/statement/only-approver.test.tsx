import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '#kernel/testing/in-sight.fixture.ts';
import { type Answers, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail } from '../bill.fixture.ts';
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

const all = { 'bill.confirm': true, 'bill.approve': true };
const owner = { ...all, 'member.manage': true };
const confirmed: Partial<BillDetail> = {
  status: 'confirmed',
  dueIsExpected: false,
  confirmedAt: '2026-11-20T02:00:00.000Z',
  confirmedBy: '王小明',
};

const show = (more: Partial<BillDetail>, answers: Answers, auth: Record<string, boolean>) =>
  showPage(<BillDrawer billNo={bill.billNo} onClose={() => undefined} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth },
    answers: {
      'bill.detail': () => ({ ...detail, ...more }),
      'bill.lines': () => ({ items: [], total: 0, page: 1, pageSize: 20, nextCursor: null }),
      ...answers,
    },
  });
const nextStep = () => screen.findByRole('region', { name: '下一步' });

describe('a bill that waits for a second person', () => {
  it('R10.3 tells the owner who alone could approve it, and confirmed it, what follows, until another member may', async () => {
    const waiting = { ...confirmed, approval: 'waiting', canApprove: false } as const;
    const member = { mobileMasked: '138****0001', isSelf: false, joinedAt: '2026-01-05T02:00:00.000Z' };
    const self = { ...member, memberId: 'u1', name: '王小明', role: 'owner' as const, isSelf: true };
    const viewer = { ...member, memberId: 'u2', name: '赵丽', role: 'viewer' as const };
    const part = { total: 2, totalIsExact: true, page: 1, pageSize: 100, nextCursor: null };
    const alone = show(waiting, { 'member.page': () => ({ items: [viewer, self], ...part }) }, owner);
    const slip = await nextStep();
    await expect
      .poll(() => slip.textContent)
      .toMatch(/没有其他成员可以复核.*只有您可以复核.*由您确认.*2026-11-25\u00a024:00.*视同通过.*不能付款/);
    expect(within(slip).getByRole('link', { name: '成员管理' }).getAttribute('href')).toBe(
      '#/merchant/accountCenter/members',
    );
    alone.unmount();
    clearQueries();
    const finance = { ...viewer, role: 'finance' as const };
    const two = show(waiting, { 'member.page': () => ({ items: [finance, self], ...part }) }, owner);
    await expect.poll(() => two.of('member.page')).toHaveLength(1);
    expect((await nextStep()).textContent).toMatch(/等待另一人复核/);
    two.unmount();
    clearQueries();
    // The list of members is the owner's alone; who decides nothing did not confirm it.
    for (const [more, auth] of [
      [waiting, all],
      [waiting, { 'member.manage': true }],
      [{ ...waiting, canApprove: true }, owner],
      [confirmed, owner],
    ] as const) {
      const page = show(more, {}, auth);
      await nextStep();
      expect(page.of('member.page')).toEqual([]);
      page.unmount();
      clearQueries();
    }
  });
});
