import type { CallInput } from '@ronghui/client';
import { type ReconKind, reconKinds } from '@ronghui/domain/recon';

/** The fields of the result's address. `view` is a kind, or `all`; empty stands for what is still to be dealt with. */
export const viewFields = ['view', 'state', 'reference', 'sort'] as const;
export type ViewField = (typeof viewFields)[number];
type Values = Readonly<Partial<Record<ViewField, string>>>;

type RowsInput = CallInput<'recon.rows'>;
/** A part of a result, as the steps by hand take it too. */
export type ItemFilter = Pick<RowsInput, 'kind' | 'state' | 'reference'>;
export type ItemState = NonNullable<RowsInput['state']>;
export type ItemSort = NonNullable<RowsInput['sort']>;

/** A part of a result, in an order. */
export interface ResultView extends ItemFilter {
  readonly sort?: ItemSort;
}

/** The states that a list can be narrowed to. */
export const itemStateNames: Readonly<Record<ItemState, string>> = {
  open: '未处理',
  accepted: '已认可',
  sent: '已提差异',
  noted: '有备注',
  otherNumber: '业务编号不同的匹配',
};

/** The orders of a list. */
export const itemSortNames: Readonly<Record<ItemSort, string>> = {
  row: '按商户账行号',
  difference: '按差额大小',
  day: '按日期，新的在前',
};

const isKind = (word: string): word is ReconKind => reconKinds.some((kind) => kind === word);
const isKeyOf = <Key extends string>(names: Readonly<Record<Key, string>>, word: string): word is Key =>
  Object.hasOwn(names, word);

/** The filter that an address stands for; words that mean nothing are left out. */
export const viewOf = ({ view = '', state = '', reference = '', sort = '' }: Values): ResultView => ({
  ...(isKind(view) && { kind: view }),
  ...(view === '' ? { state: 'open' as const } : isKeyOf(itemStateNames, state) ? { state } : {}),
  ...(reference !== '' && { reference }),
  ...(isKeyOf(itemSortNames, sort) && { sort }),
});

/** The filter without its order, for a step on all that it finds. */
export const filterOf = (values: Values): ItemFilter => {
  const { sort: _, ...filter } = viewOf(values);
  return filter;
};
