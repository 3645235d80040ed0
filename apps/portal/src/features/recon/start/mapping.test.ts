import { expect, it } from 'vitest';
import type { Mapping } from './ledger-queries.ts';
import { following, withField } from './mapping.ts';

const trades: Mapping = {
  columns: [
    { field: 'occurredOn', column: 0, name: '交易时间' },
    { field: 'amount', column: 1, name: '应结订单金额' },
    { field: 'refund', column: 2, name: '退款金额' },
  ],
  sign: 'asIs',
  dayOrder: 'ymd',
  unit: 'yuan',
};

it('R13.1 a refund is taken from the amount that it was found beside, never from a fee that is chosen instead', () => {
  const fees = withField(trades, { column: 3, name: '手续费' }, 'amount');
  expect(following(fees, trades).columns.map(({ field }) => field)).toEqual(['occurredOn', 'amount']);
  const chosen = withField(following(fees, trades), { column: 2, name: '退款金额' }, 'refund');
  expect(following(chosen, following(fees, trades))).toEqual(chosen);
  const later = withField(trades, { column: 4, name: '完成时间' }, 'occurredOn');
  expect(following(later, trades)).toEqual(later);
});
