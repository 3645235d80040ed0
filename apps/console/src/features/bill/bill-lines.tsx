import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, EmptyState, PageState, Skeleton, TextInput } from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import css from './billing.module.css';
import { type BillLine, type NamedBill, useBillLines } from './lines-queries.ts';

/** The lines of a bill or a draft with what each is charged and why, as its merchant reads them. @source R11.6, R10.3 */
export const BillLines = ({ bill }: { bill: NamedBill }): JSX.Element => {
  const [typed, setTyped] = useState('');
  const [loanNo, setLoanNo] = useState('');
  const lines = useBillLines(bill, loanNo);
  const rows = lines.data?.flatMap(({ items }) => items);
  const total = lines.data?.[0]?.total;
  const state = queryStatus<readonly BillLine[]>('ops.bill.lines', {
    data: rows,
    error: lines.isFetchNextPageError ? null : lines.error,
    dataUpdatedAt: lines.dataUpdatedAt,
    isFetching: lines.isFetching,
  });
  return (
    <section className={css.stack} aria-label="明细">
      <h3 className={css.title}>明细</h3>
      <form
        className={css.find}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setLoanNo(typed.trim());
        }}
      >
        <TextInput
          aria-label="明细的业务编号"
          placeholder="业务编号，完整或开头几位"
          value={typed}
          onValueChange={setTyped}
          maxLength={64}
        />
        <Button type="submit">查找</Button>
      </form>
      <PageState
        state={rows?.length === 0 ? { status: 'empty' } : state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState kind="search" title={loanNo === '' ? '没有明细' : '没有这个业务编号的明细'} />}
        onRetry={() => void lines.refetch()}
      >
        {(found) => (
          <>
            <LineTable lines={found} />
            <div className={css.actions}>
              <span className={css.note}>
                已显示 {found.length.toLocaleString('en-US')}
                {total === undefined ? '' : ` / ${total.toLocaleString('en-US')}`}&nbsp;条
              </span>
              {lines.hasNextPage ? (
                <Button size="small" loading={lines.isFetching} onClick={() => void lines.fetchNextPage()}>
                  {lines.isFetchNextPageError ? '没有读到，重试' : '加载更多'}
                </Button>
              ) : null}
            </div>
            {lines.hasNextPage ? (
              <p className={css.onPaper}>
                纸上只有已显示的 {found.length.toLocaleString('en-US')}
                &nbsp;条；全部明细在运营控制台这张账单的“明细”处。
              </p>
            ) : null}
          </>
        )}
      </PageState>
    </section>
  );
};

/** What the fee is reckoned from: an amount, or a quantity in its unit. */
const basisText = ({ loanAmount, quantity, unit }: BillLine): string =>
  loanAmount === null ? `${(quantity ?? 0).toLocaleString('en-US')}\u00a0${unit}` : rmbText(loanAmount);

const LineTable = ({ lines }: { lines: readonly BillLine[] }): JSX.Element => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label="明细与计算">
    <table className={css.figures}>
      <thead>
        <tr>
          <th scope="col">业务编号</th>
          <th scope="col">日期</th>
          <th scope="col" className={css.right}>
            计费金额或数量
          </th>
          <th scope="col">计算</th>
          <th scope="col" className={css.right}>
            费用
          </th>
          <th scope="col">明细编号</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineId}>
            <th scope="row">
              {line.loanNo}
              {line.borrowerMasked === null ? null : <div className={css.note}>{line.borrowerMasked}</div>}
            </th>
            <td className={css.whole}>{line.occurredOn}</td>
            <td className={css.right}>{basisText(line)}</td>
            <td>
              {line.computation}
              <div className={css.note}>规则第 {line.rule.version} 版</div>
            </td>
            <td className={css.right}>
              <Fee line={line} />
            </td>
            <td>
              {line.lineId}
              {line.correctsLineId === undefined ? null : <div className={css.note}>更正 {line.correctsLineId}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Fee = ({ line: { amount, adjustedAmount } }: { line: BillLine }): JSX.Element => {
  const feeText = amount === null ? null : rmbText(amount);
  if (adjustedAmount === undefined) return <Amount text={feeText} />;
  return (
    <>
      <Amount text={rmbText(adjustedAmount)} />
      <div className={css.note}>原为 {feeText}</div>
    </>
  );
};
