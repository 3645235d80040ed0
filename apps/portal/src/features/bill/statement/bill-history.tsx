import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, formatDateTime, Timeline, type TimelineStep } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { StoredFiles } from '#features/file/file.shared.ts';
import { paths } from '#kernel/paths.ts';
import type { BillDetail } from '../bill-queries.ts';
import css from './statement.module.css';

type Event = BillDetail['timeline'][number];

const titles: Readonly<Record<Event['kind'], string>> = {
  issued: '出账',
  confirmed: '确认',
  autoConfirmed: '逾期自动确认（系统）',
  approved: '复核通过',
  autoApproved: '复核视同通过（系统）',
  sentBack: '复核退回',
  disputed: '提出差异',
  reopened: '再次提出差异',
  withdrawn: '撤回差异',
  adjusted: '调整金额',
  kept: '答复：金额不变',
  paid: '收到部分款项',
  settled: '结清',
  paymentReversed: '撤销付款',
  writtenOff: '差额核销，结清',
  writeOffUndone: '撤销核销',
  voucherReturned: '付款凭证被退回',
};
const warned: readonly Event['kind'][] = [
  'disputed',
  'reopened',
  'sentBack',
  'voucherReturned',
  'paymentReversed',
  'writeOffUndone',
];

const titleOf = ({ kind, waits }: Event): string => (waits === true ? '确认，待复核' : titles[kind]);

/** Every amount that the bill ever had, and why. */
const amountText = ({ amount, fromAmount }: Event): string =>
  `${fromAmount === undefined || fromAmount === amount ? '' : `${rmbText(fromAmount)} → `}${rmbText(amount)}`;

/** What was paid by a step, which payment it took back and why, or why it was taken. */
const eventText = (event: Event): string | undefined => {
  const { paymentAmount, reversedAmount, paymentAt, writtenOffAmount, reason } = event;
  if (paymentAmount !== undefined) return `本次付款 ${rmbText(paymentAmount)}`;
  if (writtenOffAmount !== undefined)
    return event.kind === 'writtenOff'
      ? `平台核销 ${rmbText(writtenOffAmount)}，无需再付`
      : `平台撤销核销 ${rmbText(writtenOffAmount)}，须继续付款${reason === undefined ? '' : `，原因：${reason}`}`;
  if (reversedAmount === undefined) return reason;
  const registered = paymentAt === undefined ? '' : ` ${formatDateTime(paymentAt)} 登记的`;
  return `平台撤销${registered}付款 ${rmbText(reversedAmount)}${reason === undefined ? '' : `，原因：${reason}`}`;
};

const timelineStep = (event: Event, place: number): TimelineStep => ({
  key: String(place),
  title: (
    <span className={css.line}>
      <span>{titleOf(event)}</span>
      <Amount text={amountText(event)} />
    </span>
  ),
  text: eventText(event),
  note: (
    <>
      <DateTime value={event.at} precision="second" /> · {event.by}
      {event.feedbackNo === undefined ? null : (
        <>
          {' · '}
          <a href={href(paths.feedback({ open: event.feedbackNo }))}>差异反馈 {event.feedbackNo}</a>
        </>
      )}
    </>
  ),
  tone: warned.includes(event.kind) ? 'bad' : 'done',
});

/** What happened to the bill, the newest first. @source R10.3 */
export const BillTimeline = ({ bill }: { bill: BillDetail }): JSX.Element => (
  <Timeline label="账单经过，最近的在前" steps={bill.timeline.map(timelineStep).reverse()} />
);

/** The payments so far, and behind them those that the provider registered by mistake and took back. @source R10.3, decision 0074 */
export const Settlements = ({
  bill: { direction, settlements, reversedSettlements = [] },
}: {
  bill: BillDetail;
}): JSX.Element => (
  <ul className={css.plain} aria-label="结算记录">
    {settlements.map(({ amount, on, serial, by, at }) => (
      <li key={`${serial} ${at}`} className={css.box}>
        <span className={css.line}>
          <span>{on}</span>
          <Amount text={rmbText(amount)} />
        </span>
        <span className={css.mut}>
          银行流水号 {serial} · {by} <DateTime value={at} /> 登记
        </span>
      </li>
    ))}
    {reversedSettlements.map(({ amount, on, serial, at, reversed }) => (
      <li key={`${serial} ${at}`} className={css.box}>
        <span className={css.line}>
          <span>
            {on}（已撤销，不计入{direction === 'payable' ? '已付' : '已收'}）
          </span>
          <Amount text={rmbText(amount)} />
        </span>
        <span className={css.mut}>
          银行流水号 {serial} · {reversed.by} <DateTime value={reversed.at} /> 撤销
        </span>
        <span className={css.bad}>原因：{reversed.reason}</span>
      </li>
    ))}
  </ul>
);

/** What else a voucher paid for. */
const OtherBills = ({ billNos }: { billNos: readonly string[] }): JSX.Element => (
  <>
    ，同时对应 {billNos.length}&nbsp;张账单：
    {billNos.map((billNo, place) => (
      <span key={billNo}>
        {place === 0 ? '' : '、'}
        <a href={href(paths.bill(billNo))}>{billNo}</a>
      </span>
    ))}
  </>
);

/** The vouchers that name the bill. @source R10.3 */
export const Vouchers = ({ bill: { vouchers, billNo } }: { bill: BillDetail }): JSX.Element => (
  <ul className={css.plain} aria-label="付款凭证">
    {vouchers.map(({ voucherId, paidAt, bankSerial, sentAt, by, billNos, files, returned }) => {
      const others = billNos.filter((each) => each !== billNo);
      return (
        <li key={voucherId} className={css.box}>
          <span>
            <DateTime value={paidAt} /> 付款{bankSerial === undefined ? '' : `，银行流水号 ${bankSerial}`}
          </span>
          <span className={css.mut}>
            {by} · <DateTime value={sentAt} /> 提交
            {others.length > 0 ? <OtherBills billNos={others} /> : null}
          </span>
          {returned === undefined ? null : (
            <span className={css.bad}>
              <DateTime value={returned.at} /> 凭证被退回：{returned.reason}
            </span>
          )}
          <StoredFiles files={files} />
        </li>
      );
    })}
  </ul>
);
