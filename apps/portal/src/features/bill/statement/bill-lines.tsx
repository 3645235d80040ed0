import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, EmptyState, type FilterField, PageState, Skeleton, TextInput } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useEffect, useRef, useState } from 'react';
import { ExportButton } from '#features/export/export.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type BillDetail, type BillLine, useBillLines } from '../bill-queries.ts';
import { basisText } from '../paper/paper-words.ts';
import { RuleDialog } from './lazy-rule-dialog.ts';
import css from './statement.module.css';

/** The filter of an export in words. */
const exportedFields: readonly FilterField[] = [
  { kind: 'text', name: 'billNo', label: '账单号' },
  { kind: 'text', name: 'loanNo', label: '业务编号' },
];

/** The lines of a bill, each with its computation in words, more at the end. @source R10.3, R10.5 */
export const BillLines = ({ bill, line = '' }: { bill: BillDetail; line?: string }): JSX.Element => {
  const [typed, setTyped] = useState(line);
  const [loanNo, setLoanNo] = useState(line);
  const [shown, setShown] = useState<BillLine['rule']>();
  const form = useRef<HTMLFormElement>(null);
  // Who followed a line to its bill has come for it.
  useEffect(() => {
    if (line !== '') form.current?.scrollIntoView({ block: 'start' });
  }, [line]);
  const lines = useBillLines(bill.billNo, loanNo);
  const rows = lines.data?.flatMap(({ items }) => items);
  const total = lines.data?.[0]?.total;
  const state = queryStatus<readonly BillLine[]>('bill.lines', {
    data: rows,
    error: lines.isFetchNextPageError ? null : lines.error,
    dataUpdatedAt: lines.dataUpdatedAt,
    isFetching: lines.isFetching,
  });
  return (
    <>
      <div className={css.linesHead}>
        <form
          ref={form}
          className={css.find}
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            setLoanNo(typed.trim());
          }}
        >
          <TextInput
            aria-label="业务编号"
            placeholder="业务编号，完整或开头几位"
            value={typed}
            onValueChange={setTyped}
            maxLength={64}
          />
          <Button type="submit">查找</Button>
        </form>
        <ExportButton
          kind="billLines"
          filter={{ billNo: bill.billNo, ...(loanNo !== '' && { loanNo }) }}
          fields={exportedFields}
          values={{ billNo: bill.billNo, loanNo }}
          total={total}
          totalIsExact={lines.data?.[0]?.totalIsExact ?? true}
        />
      </div>
      <PageState
        state={rows?.length === 0 ? { status: 'empty' } : state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<EmptyState kind="search" title={loanNo === '' ? '没有明细' : '没有这个业务编号的明细'} />}
        onRetry={() => void lines.refetch()}
      >
        {(found) => (
          <>
            <ul className={css.lines} aria-label="明细">
              {found.map((each) => (
                <LineRow key={each.lineId} line={each} stageId={bill.stageId} onRule={() => setShown(each.rule)} />
              ))}
            </ul>
            <div className={css.more}>
              <span className={css.mut}>
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
                &nbsp;条；全部明细可在商户中心这张账单的“明细”处导出。
              </p>
            ) : null}
          </>
        )}
      </PageState>
      {shown === undefined ? null : <RuleDialog billNo={bill.billNo} {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
};

interface RowProps {
  readonly line: BillLine;
  readonly stageId: string;
  /** Shows the rule that it was reckoned by. */
  readonly onRule: () => void;
}

const LineRow = ({ line, stageId, onRule }: RowProps): JSX.Element => {
  const mayRead = useAuth()['loanConsult.read'] === true;
  const { loanNo, occurredOn, borrowerMasked, computation, rule, amount, adjustedAmount, correctsLineId } = line;
  const feeText = amount === null ? null : rmbText(amount);
  return (
    <li className={css.lineRow}>
      <div className={css.line}>
        <span>
          {mayRead ? <a href={href(paths.loanConsult({ stageId, loanNo }))}>{loanNo}</a> : loanNo}
          {correctsLineId === undefined ? null : <span className={css.mut}> 更正</span>}
        </span>
        <span>
          {adjustedAmount === undefined ? null : (
            <s className={css.mut}>
              <Amount text={feeText} />
            </s>
          )}{' '}
          <Amount text={adjustedAmount === undefined ? feeText : rmbText(adjustedAmount)} />
        </span>
      </div>
      <p className={css.mut}>
        {occurredOn} {borrowerMasked} {basisText(line)} ·{' '}
        <button type="button" className={css.link} onClick={onRule}>
          规则第 {rule.version} 版
        </button>
      </p>
      <p className={css.share}>{computation}</p>
    </li>
  );
};
