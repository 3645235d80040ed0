import { Callout, type FilterField, ListPage, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../bank-line.module.css';
import { useAccounts } from '../bank-line-queries.ts';
import { CloseForm } from './close-form.tsx';
import { LineCard, type LineSteps, lineColumns } from './line-rows.tsx';
import { type Account, dropExplanation, type Line, type Month, useMonthEnd } from './month-queries.ts';
import { MonthSums } from './month-sums.tsx';

/** Fetches it, also ahead. */
export const loadExplainDialog = () => import('./explain-dialog.tsx');
const ExplainDialog = lazyPart(loadExplainDialog);

const keyOf = ({ lineNo }: Line): string => String(lineNo);

const useFields = (
  accounts: readonly Account[],
  months: ReturnType<typeof useMonthEnd>['months'],
): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'lines',
    label: '流水',
    unset: '没有去处的',
    options: [{ value: 'all', label: '全部' }],
  },
  {
    kind: 'select',
    name: 'ownAccount',
    label: '收款账户',
    options: accounts.map(({ ownAccount }) => ({ value: ownAccount, label: ownAccount })),
  },
  {
    kind: 'select',
    name: 'month',
    label: '月份',
    options: months.map(({ month, isClosed }) => ({ value: month, label: isClosed ? `${month}（已月结）` : month })),
  },
];

const isReady = ({ closed, openLines, gaps, uncoveredLines, earlierMonth, isOver, closingAmount }: Month): boolean =>
  closed === undefined &&
  openLines === 0 &&
  gaps.length === 0 &&
  uncoveredLines === 0 &&
  earlierMonth === undefined &&
  isOver &&
  closingAmount !== undefined;

/** The end of a month of an account: the bank's equation, where each line went, what is missing, and the press that closes it. @source R15.2, receipts 2.6 */
export const MonthEndPage = (): JSX.Element => {
  const { state } = useAccounts();
  const accounts = state.status === 'ready' ? state.data.items : [];
  const { list, sum, ...of } = useMonthEnd(accounts);
  const fields = useFields(accounts, of.months);
  const mayWrite = useAuth()['ops.receipt.write'] === true;
  const attempt = useAttemptKey();
  const [explained, setExplained] = useState<Line>();
  const month = sum.status === 'ready' ? sum.data : undefined;
  const drop = async ({ lineNo }: Line): Promise<void> => {
    try {
      await attempt({ lineNo }, dropExplanation);
      showToast('ok', '说明已撤回');
    } catch (error) {
      showError('ops.bankLine.dropExplanation', error);
    }
  };
  const steps: LineSteps =
    mayWrite && month !== undefined && month.closed === undefined
      ? { onExplain: setExplained, onDrop: (line) => void drop(line) }
      : {};
  return (
    <div className={css.monthEnd}>
      <ListPage
        title="月结"
        sub={
          <>
            一个收款账户一个月的流水：与银行相同，每一行都有去处。<a href={href(paths.receipts())}>看收款</a>
          </>
        }
        before={
          of.month === '' ? undefined : (
            <div className={css.month}>
              {month === undefined ? (
                sum.status === 'failed' ? (
                  <Callout tone="bad">没有取到这个月的合计，请刷新页面。</Callout>
                ) : (
                  <Skeleton shape="row" count={6} />
                )
              ) : (
                <>
                  <MonthSums month={month} />
                  {mayWrite && isReady(month) ? (
                    <CloseForm key={`${month.ownAccount} ${month.month}`} month={month} />
                  ) : null}
                </>
              )}
            </div>
          )
        }
        // Neither the account nor the month is a filter that is cleared.
        list={{ ...list, values: { ...list.values, ownAccount: of.ownAccount, month: of.month }, isFiltered: false }}
        name="account-month"
        label="流水"
        unit="行流水"
        keyOf={keyOf}
        columns={lineColumns(steps)}
        card={(line) => <LineCard line={line} {...steps} />}
        fields={fields}
        empty={
          of.month === ''
            ? { title: '没有流水', text: '导入银行流水之后，按月排在这里。' }
            : { title: '每一行都有去处', text: '这个月没有等待处理的流水；点“全部”看每一行。' }
        }
      />
      {explained === undefined ? null : <ExplainDialog line={explained} onClose={() => setExplained(undefined)} />}
    </div>
  );
};
