import { postingKinds } from '@ronghui/domain/account-statement';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OrderFixture, openOrderFixture } from '#features/order/order.fixture';
import { makeMerchant } from '#features/tenant/tenant.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';
import { BusinessDays, type Standing } from './account-statement.fixture.ts';

const seeds = [7, 1984];
const days = 5;
const actionsADay = 8;

let orders: OrderFixture;
beforeEach(async () => {
  orders = await openOrderFixture();
});
afterEach(() => orders.close());

const dataOf = async (browser: TestBrowser, operation: string, payload: Readonly<Record<string, unknown>>) => {
  const { status, text, body } = await browser.call(operation, payload);
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** All postings of a span, page by page. */
const postingsOf = async (
  browser: TestBrowser,
  span: { readonly from: string; readonly to: string },
  direction: string,
) => {
  const items: { readonly amount: number; readonly balanceAmount: number }[] = [];
  let cursor: string | null = null;
  do {
    const page = await dataOf(browser, 'accountStatement.page', {
      ...span,
      direction,
      pageSize: 10,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
};

/** What happened in the histories. */
const kinds = new Set<string>();

const nothing: Standing = { payable: 0, receivable: 0, unapplied: 0 };

it.each(seeds)(
  'receipts 3.1 history %i: opening and closing balances are to the fen what was open on bills and unapplied of receipts on those days',
  { timeout: 120_000 },
  async (seed) => {
    const business = new BusinessDays(orders, await makeMerchant(orders.app, '林经理'), seed);
    await business.prepare(days * actionsADay);
    const stood: [day: string, Standing][] = [];
    for (let day = 0; day < days; day += 1) {
      const today = await business.nextDay();
      for (let at = 0; at < actionsADay; at += 1) await business.act();
      stood.push([today, await business.standing()]);
    }
    const { browser } = business.owner;
    for (const [first, [from]] of stood.entries())
      for (const [to, closing] of stood.slice(first)) {
        const opening = stood[first - 1]?.[1] ?? nothing;
        const label = `${from} to ${to}: ${business.done.join(' ')}`;
        const sum = await dataOf(browser, 'accountStatement.sum', { from, to });
        for (const side of ['payable', 'receivable'] as const) {
          expect([sum[side].openingAmount, sum[side].closingAmount], `${side} ${label}`).toEqual([
            opening[side],
            closing[side],
          ]);
          const aged = sum[side].ages.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
          expect(aged, `ages ${label}`).toBe(closing[side]);
          const postings = await postingsOf(browser, { from, to }, side);
          expect(postings.at(-1)?.balanceAmount ?? opening[side], `postings ${label}`).toBe(closing[side]);
          for (const { kind } of sum[side].flows) kinds.add(kind);
          const count = sum[side].flows.reduce((total: number, flow: { count: number }) => total + flow.count, 0);
          expect(postings.length).toBe(count);
        }
        const { unapplied } = sum;
        expect([unapplied.openingAmount, unapplied.closingAmount], `unapplied ${label}`).toEqual([
          opening.unapplied,
          closing.unapplied,
        ]);
      }
  },
);

it('receipts 3.1 the histories have every kind of posting', () => {
  expect([...kinds].toSorted()).toEqual([...postingKinds].toSorted());
});
