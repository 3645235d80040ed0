import { type Fen, fen } from '@ronghui/domain/money';
import { expect, expectTypeOf, test } from 'vitest';
import { columnsNamedAs, columnsOf, type RowOf, wireList } from './listed-rows.sql.ts';

interface Shown {
  orderNo: string;
  amount: Fen;
  status: 'active' | 'expired';
  termMonths: number | null;
  createdAt: string;
  payBy?: string;
}
const always = {
  orderNo: 'o.order_no',
  amount: 'o.total_fen',
  status: 'o.status',
  termMonths: 'o.term_months',
  createdAt: 'o.created_at',
} as const;
const present = { payBy: 'o.pay_by' } as const;
const list = wireList<Shown>()({ o: 'order', u: 'user_account' }, { always, present }, ['u.name']);

test('house 5 a row has the columns of its fields, with the types of the tables', () => {
  expectTypeOf<RowOf<typeof list>>().branded.toEqualTypeOf<{
    readonly order_no: string;
    readonly total_fen: Fen;
    readonly status: 'active' | 'expired';
    readonly term_months: number | null;
    readonly created_at: Date;
    readonly pay_by: Date | null;
    readonly name: string;
  }>();
});

test('contract 5 a record has its fields: times as text, and no field that is optional and null', () => {
  const at = new Date('2026-11-20T01:30:00.000Z');
  const row = { order_no: 'DD1', total_fen: fen(5), status: 'active', term_months: null, created_at: at } as const;
  const record = { orderNo: 'DD1', amount: fen(5), status: 'active', termMonths: null, createdAt: at.toISOString() };
  expect(list.recordOf({ ...row, pay_by: null, name: '王芳' })).toEqual(record);
  expect(list.recordOf({ ...row, pay_by: at, name: '王芳' })).toEqual({ ...record, payBy: at.toISOString() });
});

test('house 5 a field without a column of its type does not compile', () => {
  const { orderNo: _, ...rest } = always;
  // @ts-expect-error `orderNo` has no column
  wireList<Shown>()({ o: 'order' }, { always: rest, present });
  // @ts-expect-error the table has no such column
  wireList<Shown>()({ o: 'order' }, { always: { ...always, orderNo: 'o.colour' }, present });
  // @ts-expect-error the statement has no such table
  wireList<Shown>()({ o: 'order' }, { always: { ...always, orderNo: 'u.name' }, present });
  // @ts-expect-error a number is no amount
  wireList<Shown>()({ o: 'order' }, { always: { ...always, amount: 'o.quantity' }, present });
  // @ts-expect-error a column that may be null has no value for a field that every record has
  wireList<Shown>()({ o: 'order' }, { always: { ...always, createdAt: 'o.pay_by' }, present });
  // @ts-expect-error an optional field has no column
  wireList<Shown>()({ o: 'order' }, { always, present: {} });
  // @ts-expect-error a text column has no number
  list.narrow<{ name: number }>();
  expect(list.columns).toBeDefined();
});

test('house 5 the fields of a record to insert are columns of the table, or they do not compile', () => {
  expect(columnsOf('order', { orderNo: 'DD1', termMonths: 12 })).toEqual({ order_no: 'DD1', term_months: 12 });
  // @ts-expect-error the table has no such column
  columnsOf('order', { orderNo: 'DD1', colour: 'red' });
  // @ts-expect-error the column has another type
  columnsOf('order', { quantity: 'many' });
});

test('house 5 fields have the columns of their names, or they do not compile', () => {
  expect(columnsNamedAs('o', { orderNo: {}, termMonths: {} })).toEqual({
    orderNo: 'o.order_no',
    termMonths: 'o.term_months',
  });
  // @ts-expect-error the table has no such column
  wireList<{ colour: string }>()({ o: 'order' }, { always: columnsNamedAs('o', { colour: {} }), present: {} });
});
