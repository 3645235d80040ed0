import { billDirectionNames } from '@ronghui/domain/bill';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { type FenSum, rmbText } from '@ronghui/domain/money';
import { Amount } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX, ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';
import type { HomeBills } from '../home-queries.ts';
import css from './bill-answers.module.css';

const directions = ['payable', 'receivable'] as const;
type Direction = (typeof directions)[number];
type BillSearch = Parameters<typeof paths.bills>[0];

interface AnswerProps {
  readonly label: string;
  readonly none: string;
  readonly search: BillSearch;
  readonly of: Readonly<Record<Direction, { readonly count: number; readonly amount: FenSum }>>;
  /** What stands below a direction's amount, after the number of its bills. */
  readonly noteOf?: (direction: Direction) => ReactNode;
  /** A part of a direction's amount, with its own way to its list. */
  readonly partOf?: (direction: Direction) => ReactNode;
  /** What concerns both. */
  readonly foot?: ReactNode;
}

/** One answer: a direction with bills beside the other, never netted, each the way to its list. */
const Answer = ({ label, none, search, of, noteOf, partOf, foot }: AnswerProps): JSX.Element => {
  const shown = directions.filter((direction) => of[direction].count > 0);
  return (
    <li className={css.answer}>
      <h2 className={css.label}>{label}</h2>
      {shown.length === 0 ? (
        <p className={css.none}>{none}</p>
      ) : (
        <div className={css.sides}>
          {shown.map((direction) => (
            <div key={direction} className={css.side}>
              <a className={css.figure} href={href(paths.bills({ ...search, direction }))}>
                <span className={css.direction}>{billDirectionNames[direction]}</span>
                <Amount text={rmbText(of[direction].amount)} size={shown.length === 1 ? 'large' : 'medium'} />
                <span className={css.note}>
                  {of[direction].count}&nbsp;张{noteOf?.(direction)}
                </span>
              </a>
              {partOf?.(direction)}
            </div>
          ))}
        </div>
      )}
      {foot}
    </li>
  );
};

/** The last day of a deadline that is the end of a day. */
const Day = ({ until }: { until: string }): JSX.Element => <b className={css.soon}>{lastDayBefore(new Date(until))}</b>;

/** The feedback that waits for an answer, and the way to it; that which is late by itself. */
const Awaited = ({ feedback: { open, late, firstAnswerBy } }: Pick<HomeBills, 'feedback'>): JSX.Element | null => {
  if (open === 0 || firstAnswerBy === undefined) return null;
  const isLate = late > 0;
  return (
    <p className={css.note}>
      <a href={href(paths.feedback({ awaiting: isLate ? 'lateAnswer' : 'answer' }))}>
        {isLate ? `${late}\u00a0条反馈` : `${open}\u00a0条反馈待答复`}
      </a>
      {isLate ? '的答复已逾期，平台正在处理' : `，平台应在 ${lastDayBefore(new Date(firstAnswerBy))} 前答复`}
    </p>
  );
};

/** What is overdue of a direction, and the way to it. */
const Overdue = ({
  direction,
  bills: { due, ageing },
}: {
  direction: Direction;
  bills: HomeBills;
}): JSX.Element | null => {
  const { overdue } = due[direction];
  // The day before the first on which nothing is late yet.
  const dueTo = ageing.find(({ age }) => age === 'upTo30')?.dueTo;
  if (overdue.count === 0) return null;
  return (
    <a className={css.part} href={href(paths.bills({ status: 'confirmed', direction, dueTo }))}>
      其中逾期 {overdue.count}&nbsp;张 {rmbText(overdue.amount)}
    </a>
  );
};

/** What of it is paid already as the merchant says. */
const InCheck = ({ payable: { inCheck } }: HomeBills['due']): JSX.Element | null =>
  inCheck === undefined ? null : (
    <a className={css.part} href={href(paths.bills({ status: 'confirmed', direction: 'payable', payment: 'inCheck' }))}>
      其中 {inCheck.count}&nbsp;张 {rmbText(inCheck.amount)} 凭证审核中
    </a>
  );

/** What is to be confirmed, what is due and what is in dispute. @source R10.1 */
export const BillAnswers = ({ bills }: { bills: HomeBills }): JSX.Element => {
  const { toConfirm, due, disputed, feedback } = bills;
  return (
    <ul className={css.row} aria-label="账单">
      <Answer
        label="待确认账单"
        none="没有待确认的账单"
        search={{ status: 'pending' }}
        of={toConfirm}
        noteOf={(direction) => {
          const { firstConfirmBy } = toConfirm[direction];
          return firstConfirmBy === undefined ? null : (
            <>
              ，最早 <Day until={firstConfirmBy} /> 结束时自动确认
            </>
          );
        }}
      />
      <Answer
        label="待付款与应收"
        none="没有到期要付或要收的账单"
        search={{ status: 'confirmed' }}
        of={due}
        noteOf={(direction) => {
          const { overdue, firstDueOn } = due[direction];
          return overdue.count > 0 ? null : (
            <>
              ，最早 <b>{firstDueOn}</b> {direction === 'payable' ? '前付款' : '前到账'}
            </>
          );
        }}
        partOf={(direction) => <Overdue direction={direction} bills={bills} />}
        foot={<InCheck {...due} />}
      />
      <Answer
        label="差异处理中"
        none="没有处理中的差异"
        search={{ status: 'disputed' }}
        of={disputed}
        foot={<Awaited feedback={feedback} />}
      />
    </ul>
  );
};
