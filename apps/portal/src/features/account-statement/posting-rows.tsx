import { postingNames } from '@ronghui/domain/account-statement';
import { billStatusNames } from '@ronghui/domain/bill';
import { differenceOf, noFen, yuanText } from '@ronghui/domain/money';
import { Amount, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Posting } from './account-statement-queries.ts';

/** The kind, and of an issue whether its bill is still pending or disputed. */
const Kind = ({ posting: { kind, billStatus } }: { posting: Posting }): JSX.Element => (
  <>
    {postingNames[kind]}
    {billStatus === 'pending' || billStatus === 'disputed' ? (
      <>
        {' '}
        <Tag tone={billStatus === 'pending' ? 'warn' : 'bad'}>{billStatusNames[billStatus]}</Tag>
      </>
    ) : null}
  </>
);

const ItemLink = ({ posting: { itemKind, itemNo } }: { posting: Posting }): JSX.Element => (
  <a href={href(itemKind === 'bill' ? paths.bill(itemNo) : paths.order(itemNo))}>{itemNo}</a>
);

/** The table's columns; no sign of the currency stands in them. */
export const postingColumns: ListColumns<Posting> = {
  day: { title: '日期', cell: ({ day }) => day, share: 0.8, fixed: true },
  at: 'notShown',
  kind: { title: '事项', cell: (posting) => <Kind posting={posting} />, share: 1.1, fixed: true },
  itemKind: 'elsewhere',
  title: { title: '摘要', cell: ({ title }) => title, share: 1.5 },
  itemNo: { title: '单号', cell: (posting) => <ItemLink posting={posting} />, share: 1.5 },
  amount: {
    title: '增加',
    cell: ({ amount }) => (amount > 0 ? <Amount text={yuanText(amount)} /> : ''),
    align: 'right',
  },
  derived: {
    title: '减少',
    cell: ({ amount }) => (amount > 0 ? '' : <Amount text={yuanText(differenceOf(noFen, amount))} />),
    align: 'right',
  },
  balanceAmount: {
    title: '余额',
    cell: ({ balanceAmount }) => <Amount text={yuanText(balanceAmount)} />,
    align: 'right',
    fixed: true,
  },
  valueOn: { title: '付款日', cell: ({ valueOn }) => valueOn ?? '—', share: 0.8, optional: true },
  serial: { title: '银行流水号', cell: ({ serial }) => serial ?? '—', optional: true },
  receiptNo: { title: '收款号', cell: ({ receiptNo }) => receiptNo ?? '—', optional: true },
  billStatus: 'elsewhere',
};

/** The H5 card. */
export const PostingCard = ({ posting }: { posting: Posting }): JSX.Element => (
  <RowCard
    title={<Kind posting={posting} />}
    facts={[
      { label: '摘要', value: posting.title },
      { label: '单号', value: <ItemLink posting={posting} /> },
      ...(posting.valueOn === undefined ? [] : [{ label: '付款日', value: posting.valueOn }]),
      { label: '余额', value: <Amount text={yuanText(posting.balanceAmount)} /> },
    ]}
    note={posting.day}
    amount={<Amount text={yuanText(posting.amount, { sign: 'always' })} />}
  />
);
