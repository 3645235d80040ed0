import { Button, DateRangeField, ListPage, PrintOnPhone, SegmentedOptions } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { type Posting, useStatement } from './account-statement-queries.ts';
import { PostingCard, postingColumns } from './posting-rows.tsx';
import css from './statement-sums.module.css';
import { hasAnything, StatementSums } from './statement-sums.tsx';

/** Fetched once the sums are there, before anybody prints; a test fetches it ahead. */
export const loadStatementPaper = () => import('./statement-paper.tsx');
const StatementPaper = lazyPart(loadStatementPaper);

const keyOf = ({ itemNo, kind, at, balanceAmount }: Posting): string => `${itemNo} ${kind} ${at} ${balanceAmount}`;

/** Fetched once the sums are there; a test fetches it ahead. */
export const loadStatementExport = () => import('./statement-export.tsx');
const StatementExport = lazyPart(loadStatementExport);

const directions = [
  { value: 'payable', label: '应付' },
  { value: 'receivable', label: '应收' },
];

/** The merchant's statement of account for a span of days. @source R15.3, receipts 3.2 */
export const AccountStatementPage = (): JSX.Element => {
  const { list, span, today, sum, direction, isUncertified } = useStatement();
  if (isUncertified) return <CertifyFirst title="对账单" />;
  const statement = sum.status === 'ready' ? sum.data : undefined;
  return (
    <>
      <div className={css.screen}>
        <ListPage
          title="对账单"
          sub="从期初到期末每一笔怎样变化；期末就是账单上还没有付清的。"
          actions={
            <>
              <div className={css.span}>
                <DateRangeField label="日期" {...span} today={today} onRangeChange={list.apply} />
              </div>
              {statement === undefined ? null : <StatementExport span={span} postings={statement.postings} />}
              {statement === undefined || list.pageType === 'H5' ? null : (
                <Button size="small" onClick={() => print()}>
                  打印
                </Button>
              )}
            </>
          }
          before={
            sum.status === 'failed' || sum.status === 'forbidden' ? undefined : (
              <>
                <StatementSums statement={statement} />
                {statement !== undefined && hasAnything(statement.receivable) ? (
                  <SegmentedOptions
                    label="发生额"
                    options={directions}
                    value={direction}
                    onValueChange={(value) => list.apply({ direction: value })}
                  />
                ) : null}
              </>
            )
          }
          // The span is no filter that is cleared: there is always one.
          list={{ ...list, isFiltered: false }}
          name="account-statement"
          label="发生额"
          unit="笔发生额"
          keyOf={keyOf}
          columns={postingColumns}
          card={(posting) => <PostingCard posting={posting} />}
          empty={{ title: '本期没有往来', text: '这段日子里没有出账、付款或调整，期末与期初相同。' }}
        />
        {statement === undefined || list.pageType === 'PC' ? null : <PrintOnPhone onPrint={() => print()} />}
      </div>
      {statement === undefined ? null : <StatementPaper statement={statement} />}
    </>
  );
};
