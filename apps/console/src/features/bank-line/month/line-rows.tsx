import { lineNoteNames } from '@ronghui/domain/bank-line/account-month';
import { noFen, rmbText } from '@ronghui/domain/money';
import { Amount, Button, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../bank-line.module.css';
import type { Line } from './month-queries.ts';

/** What may be done with a line; nothing where its month is closed, or by who may only read. */
export interface LineSteps {
  readonly onExplain?: (line: Line) => void;
  readonly onDrop?: (line: Line) => void;
}

const noteText = ({ kind, text, owner }: NonNullable<Line['note']>): string =>
  [lineNoteNames[kind], ...(text === undefined ? [] : [text]), ...(owner === undefined ? [] : [`${owner} 查`])].join(
    '：',
  );

/** Where a line stands. */
const State = ({
  line: { amount, isOpen, note, unappliedAmount = noFen, tenantName },
}: {
  line: Line;
}): JSX.Element => {
  if (isOpen) return <Tag tone="warn">{amount > 0 ? '未认款' : '未说明'}</Tag>;
  if (note !== undefined) return <>{noteText(note)}</>;
  return <>{unappliedAmount > 0 ? `预收款 ${tenantName ?? ''}` : '已认款'}</>;
};

/** The ways on from a line: its receipt, and its note. */
const Ways = ({ line, onExplain, onDrop }: LineSteps & { line: Line }): JSX.Element => (
  <span className={css.ways}>
    {line.receiptNo === undefined ? null : (
      <a href={href(paths.receipts({ open: line.receiptNo }))}>{line.isOpen ? '去认款' : '看收款'}</a>
    )}
    {line.isOpen && onExplain !== undefined ? (
      <Button size="small" onClick={() => onExplain(line)}>
        说明
      </Button>
    ) : null}
    {line.note !== undefined && onDrop !== undefined ? (
      <Button size="small" onClick={() => onDrop(line)}>
        撤回说明
      </Button>
    ) : null}
  </span>
);

/** The columns of the lines of a month. */
export const lineColumns = (steps: LineSteps): ListColumns<Line> => ({
  bookedOn: {
    title: '日期',
    cell: ({ bookedOn, bookedTime }) => `${bookedOn}${bookedTime === undefined ? '' : ` ${bookedTime}`}`,
    share: 1.2,
    fixed: true,
  },
  bookedTime: 'elsewhere',
  serial: { title: '银行流水号', cell: ({ serial }) => serial ?? '—', share: 1.4 },
  amount: {
    title: '收付',
    cell: ({ amount }) => <Amount text={rmbText(amount, { sign: 'always' })} />,
    align: 'right',
    share: 1.2,
    fixed: true,
  },
  balanceAmount: {
    title: '余额',
    cell: ({ balanceAmount }) => (balanceAmount === undefined ? '—' : <Amount text={rmbText(balanceAmount)} />),
    align: 'right',
    share: 1.2,
    optional: true,
  },
  isOpen: { title: '去处', cell: (line) => <State line={line} />, share: 1.8, fixed: true },
  derived: { title: '办理', cell: (line) => <Ways line={line} {...steps} />, share: 1.4, fixed: true },
  note: 'elsewhere',
  unappliedAmount: 'elsewhere',
  tenantName: 'elsewhere',
  receiptNo: 'elsewhere',
  lineNo: 'notShown',
});

/** The card of a narrow screen. */
export const LineCard = ({ line, ...steps }: LineSteps & { line: Line }): JSX.Element => (
  <RowCard
    title={line.bookedOn}
    tag={<State line={line} />}
    facts={[
      { label: '银行流水号', value: line.serial ?? '' },
      { label: '办理', value: <Ways line={line} {...steps} /> },
    ]}
    amount={<Amount text={rmbText(line.amount, { sign: 'always' })} />}
  />
);
