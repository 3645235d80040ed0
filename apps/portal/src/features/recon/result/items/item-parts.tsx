import { type Fen, rmbText } from '@ronghui/domain/money';
import { reconKindNames } from '@ronghui/domain/recon';
import { Amount, classNames, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Item } from '../result-queries.ts';
import { counted, differenceText, kindTones, ruleText } from '../result-words.ts';
import css from './items.module.css';

/** One row of either side. */
interface SideRow {
  readonly key: string;
  readonly reference: string | null;
  readonly occurredOn: string;
  readonly counterparty?: string | null;
  readonly billNo?: string | undefined;
  readonly amount: Fen;
}

/** The rows of the ledger's side. */
export const ledgerRows = ({ ledger }: Item): readonly SideRow[] =>
  ledger.map(({ rowNo, ...row }) => ({ key: `第 ${rowNo} 行`, ...row }));
/** The rows of the platform's side. */
export const lineRows = ({ lines }: Item): readonly SideRow[] =>
  lines.map(({ lineId, ...row }) => ({ key: lineId, ...row }));

/** How many rows of a side stand in the list before the rest is left to the detail. */
const inList = 20;

interface SideProps {
  readonly rows: readonly SideRow[];
  readonly amount: Fen;
  /** Where there is no row: 商户账里没有这一笔. */
  readonly none: string;
}

/** One side of an item: its row, or the first of several with all of them on a press. */
export const ItemSide = ({ rows, amount, none }: SideProps): JSX.Element => {
  const [isOpen, setOpen] = useState(false);
  const [first] = rows;
  if (first === undefined) return <span className={css.none}>{none}</span>;
  const isGroup = rows.length > 1;
  return (
    <div className={css.side}>
      <div className={css.sideHead}>
        <span className={css.sideWords}>
          <span className={css.reference}>{first.reference ?? '无业务编号'}</span>{' '}
          <span className={css.mut}>{isGroup ? `等 ${counted(rows.length, '行')}` : <RowFacts row={first} />}</span>
        </span>
        <Amount text={rmbText(amount)} className={css.amount} />
      </div>
      {isGroup ? (
        <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '逐行列出'}
        </button>
      ) : null}
      {isGroup && isOpen ? <SideRows rows={rows.slice(0, inList)} left={rows.length - inList} /> : null}
    </div>
  );
};

const RowFacts = ({ row: { occurredOn, counterparty } }: { row: SideRow }): JSX.Element => (
  <>
    {occurredOn}
    {counterparty === undefined || counterparty === null ? '' : ` ${counterparty}`}
  </>
);

/** The rows of a side below each other. */
export const SideRows = ({ rows, left = 0 }: { rows: readonly SideRow[]; left?: number }): JSX.Element => (
  <ul className={css.rows}>
    {rows.map((row) => (
      <li key={row.key} className={css.sideHead}>
        <span className={css.sideWords}>
          <span className={css.reference}>{row.reference ?? '无业务编号'}</span>{' '}
          <span className={css.mut}>
            <RowFacts row={row} />
          </span>
        </span>
        <Amount text={rmbText(row.amount)} />
      </li>
    ))}
    {left > 0 ? <li className={css.mut}>还有 {counted(left, '行')}，打开这一项查看</li> : null}
  </ul>
);

const feedbackStates: Readonly<Record<NonNullable<Item['feedbackState']>, string>> = {
  open: '已提差异',
  inProgress: '已提差异，处理中',
  resolved: '差异已答复',
  rejected: '差异反馈被驳回',
  withdrawn: '差异反馈已撤回',
};

/** Which kind an item is of, and what was done with it. */
export const ItemTags = ({ item, isInDispute }: { item: Item; isInDispute: boolean }): JSX.Element => (
  <span className={css.tags}>
    <Tag tone={kindTones[item.kind]}>{reconKindNames[item.kind]}</Tag>
    {item.isAccepted ? <Tag>已认可</Tag> : null}
    <FeedbackLink item={item} />
    {isInDispute ? <Tag tone="info">待提出</Tag> : null}
  </span>
);

/** What became of the feedback that an item is in, or was in before that let go of it. */
const FeedbackLink = ({ item: { feedbackNo, formerFeedbackNo, feedbackState = 'open' } }: { item: Item }) => {
  const number = feedbackNo ?? formerFeedbackNo;
  return number === undefined ? null : (
    <a className={css.tagLink} href={href(paths.feedback({ open: number }))}>
      {feedbackStates[feedbackState]}
    </a>
  );
};

/** Whether an item still waits for somebody. */
export const isOpenItem = ({ kind, isAccepted, feedbackNo }: Item): boolean =>
  !isAccepted && feedbackNo === undefined && ['bad', 'warn'].includes(kindTones[kind]);

/** Between both sides: the kind, the difference by name, why, and the note. */
export const ItemVerdict = ({ item, isInDispute }: { item: Item; isInDispute: boolean }): JSX.Element => (
  <div className={css.verdict}>
    <ItemTags item={item} isInDispute={isInDispute} />
    {item.difference === 0 ? null : (
      <span className={classNames(css.difference, isOpenItem(item) && css.open)}>
        {differenceText(item.difference)}
      </span>
    )}
    <span className={css.rule}>{ruleText(item)}</span>
    {item.note === '' ? null : <span className={css.note}>备注：{item.note}</span>}
  </div>
);
