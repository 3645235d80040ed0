import { billDirections, billStatuses, billStatusNames, providerDirectionNames } from '@ronghui/domain/bill';
import { type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { useNameFilter } from '../name-filter.ts';
import { DraftDrawer } from './draft-drawer.tsx';
import { type IssuedBill, useIssuedList } from './issued-queries.ts';
import { IssuedCard, issuedColumns } from './issued-rows.tsx';

const BillDrawer = lazyPart(() => import('../settlement/settlement-drawer.tsx'));

const keyOf = ({ billNo, billId }: IssuedBill): string => billNo ?? billId;
const card = (bill: IssuedBill): JSX.Element => <IssuedCard bill={bill} />;

const useFields = (values: Readonly<Record<'tenantId' | 'stageId' | 'productId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: [
      { value: 'draft', label: '草稿' },
      ...billStatuses.map((value) => ({ value, label: billStatusNames[value] })),
    ],
  },
  {
    kind: 'select',
    name: 'direction',
    label: '方向',
    options: billDirections.map((value) => ({ value, label: providerDirectionNames[value] })),
  },
  { kind: 'dates', name: 'from', to: 'to', label: '出账日期' },
  { kind: 'text', name: 'billNo', label: '账单号', placeholder: '账单号或其开头', maxLength: 40 },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  useNameFilter('stage', { name: 'stageId', label: '账期', value: values.stageId }),
  useNameFilter('product', { name: 'productId', label: '产品', value: values.productId }),
  { kind: 'select', name: 'drafts', label: '草稿', options: [{ value: 'with', label: '连同草稿' }] },
  { kind: 'dates', name: 'dueFrom', to: 'dueTo', label: '付款到期' },
];

/** The draft that is open: kept as it was last listed, because a page that is turned beneath its drawer lists others. */
const useOpenDraft = ({ rows, open }: ReturnType<typeof useIssuedList>): IssuedBill | undefined => {
  const listed =
    rows.status === 'ready' ? rows.data.find(({ status, billId }) => status === 'draft' && billId === open) : undefined;
  const [kept, keep] = useState(listed);
  if (listed !== undefined && listed !== kept) keep(listed);
  const draft = listed ?? kept;
  return draft?.billId === open ? draft : undefined;
};

/** Every issued bill, whatever it is by now. @source R11.6 */
export const IssuedListPage = (): JSX.Element => {
  const list = useIssuedList();
  useListedRows('bills', list, keyOf);
  const fields = useFields(list.values);
  const draft = useOpenDraft(list);
  return (
    <>
      <ListPage
        title="账单"
        sub={
          <>
            已出账的全部账单，最近生成的在前；收付款在账单里登记。待出账的草稿，请选“草稿”。
            <a href={href(paths.settlement())}>看待结清的账单</a>
          </>
        }
        list={list}
        name="issued-bill"
        label="账单"
        unit="张账单"
        keyOf={keyOf}
        columns={issuedColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '没有账单', text: '账期出账之后，会列在这里。' }}
      />
      {list.open === null || list.rows.status === 'loading' || draft !== undefined ? null : (
        <BillDrawer list="bills" billNo={list.open} onClose={list.close} />
      )}
      {draft === undefined ? null : <DraftDrawer draft={draft} onClose={list.close} />}
    </>
  );
};
