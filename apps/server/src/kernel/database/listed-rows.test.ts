import type { Fen } from '@ronghui/domain/money';
import { expect, expectTypeOf, test } from 'vitest';
import { type RowOf, selectList } from './listed-rows.sql.ts';

test('house 5 a select list names the columns of its tables, and its row has their types', () => {
  const list = selectList({ o: 'order', u: 'user_account' }, [
    'o.order_no',
    'o.total_fen',
    'o.status',
    'u.name',
  ]).narrow<{
    status: 'active' | 'expired';
  }>();
  expectTypeOf<RowOf<typeof list>>().branded.toEqualTypeOf<{
    readonly order_no: string;
    readonly total_fen: Fen;
    readonly name: string;
    readonly status: 'active' | 'expired';
  }>();
  // @ts-expect-error the table has no such column
  selectList({ o: 'order' }, ['o.order_no', 'o.colour']);
  // @ts-expect-error the statement has no such table
  selectList({ o: 'order' }, ['u.name']);
  // @ts-expect-error a text column has no number
  list.narrow<{ name: number }>();
  expect(list.row).toBeUndefined();
});
