import { providerDirectionNames } from '@ronghui/domain/bill';
import { Button, DateRangeField, type FilterField, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { exportStatement, type Posting, useStatement } from './account-statement-queries.ts';
import { PostingCard, postingColumns } from './posting-rows.tsx';
import { StatementSums } from './statement-sums.tsx';

const keyOf = ({ itemNo, kind, at, balanceAmount }: Posting): string => `${itemNo} ${kind} ${at} ${balanceAmount}`;

const useFields = (tenantId: string): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'direction',
    label: '方向',
    unset: providerDirectionNames.payable,
    options: [{ value: 'receivable', label: providerDirectionNames.receivable }],
  },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: tenantId }),
];

/** The statement of account of any merchant for a span of days. @source R15.3, receipts 3.2 */
export const AccountStatementPage = (): JSX.Element => {
  const { list, tenantId, span, today, sum } = useStatement();
  const fields = useFields(tenantId);
  const [isExporting, setExporting] = useState(false);
  const exportFile = async (): Promise<void> => {
    setExporting(true);
    try {
      saveFile(await exportStatement({ tenantId, ...span }));
    } catch (error) {
      showError('ops.accountStatement.export', error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <ListPage
      title="对账单"
      sub="一个商户从期初到期末每一笔怎样变化；期末就是它的账单上还没有付清的。"
      actions={
        <>
          <DateRangeField label="日期" {...span} today={today} onRangeChange={list.apply} />
          {tenantId === '' ? null : (
            <Button size="small" loading={isExporting} onClick={() => void exportFile()}>
              导出 Excel
            </Button>
          )}
        </>
      }
      before={sum.status === 'ready' ? <StatementSums statement={sum.data} /> : undefined}
      // Neither the merchant nor the span is a filter that is cleared.
      list={{ ...list, isFiltered: false }}
      name="account-statement"
      label="发生额"
      unit="笔发生额"
      keyOf={keyOf}
      columns={postingColumns}
      card={(posting) => <PostingCard posting={posting} />}
      fields={fields}
      empty={
        tenantId === ''
          ? { title: '请选择商户', text: '选择之后，这里有它这段日子的每一笔发生额。' }
          : { title: '本期没有往来', text: '这段日子里没有出账、付款或调整，期末与期初相同。' }
      }
    />
  );
};
