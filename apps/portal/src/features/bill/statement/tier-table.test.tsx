import { expect, it } from 'vitest';
import { screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { bill, detail, tieredRule } from '../bill.fixture.ts';
import type { BillDetail } from '../bill-queries.ts';
import { AmountOrigin } from './amount-origin.tsx';

const show = (rules: BillDetail['rules']) =>
  showPage(<AmountOrigin bill={{ ...detail, rules }} />, {
    at: `/merchant/userCenter/bill?open=${bill.billNo}`,
    state: { user, auth: {} },
  });

it('R10.3 a bill by tiers shows its table, and what the rounding of each line is', () => {
  show([tieredRule]);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '分档计算费用',
    '¥0.00 至 ¥100,000.00 的部分¥100,000.00 × 1.20%¥1,200.00',
    '¥100,000.00 以上的部分¥50,000.00 × 0.90%¥450.00',
    '逐笔四舍五入+¥0.04',
  ]);
});

it('R10.3 a bill without tiers, or from before they were noted, has no table', () => {
  show(detail.rules);
  expect(screen.queryByRole('table')).toBeNull();
});
