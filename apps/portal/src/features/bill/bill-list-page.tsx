import {
  billApprovalNames,
  billDirectionNames,
  billDirections,
  billPaymentNames,
  billPayments,
  billStatuses,
  billStatusNames,
} from '@ronghui/domain/bill';
import { type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { useSelection } from '@ronghui/web/state/selection';
import { type JSX, useState } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { ExportButton } from '#features/export/export.shared.ts';
import { PrepaidNote } from '#features/receipt/receipt.shared.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Bill, useBillList, useBillSum } from './bill-queries.ts';
import { BillCard, billColumns } from './bill-rows.tsx';
import { billSums } from './bill-sums.tsx';
import { stepsFor } from './confirmation/batch-steps.ts';
import { useBatch } from './confirmation/use-batch.tsx';
import { type Dimensions, useDimensions } from './dimension/dimension-queries.ts';

/** Fetches it, also ahead. */
export const loadBillDrawer = () => import('./statement/bill-drawer.tsx');
const BillDrawer = lazyPart(loadBillDrawer);

const title = '我的账单';
const named = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));
const approvals = [...named(['waiting'], billApprovalNames), { value: 'none', label: '无须复核' }];

const fieldsOf = ({ stages, orgs, projects, products }: Dimensions): readonly FilterField[] => [
  { kind: 'chips', name: 'status', label: '状态', options: named(billStatuses, billStatusNames) },
  { kind: 'select', name: 'stageId', label: '账期', options: stages },
  { kind: 'select', name: 'direction', label: '方向', options: named(billDirections, billDirectionNames) },
  { kind: 'select', name: 'productId', label: '产品', options: products },
  { kind: 'text', name: 'billNo', label: '账单号', placeholder: '完整或开头几位', maxLength: 40 },
  // Behind the button, with options that are fetched once it is pressed.
  { kind: 'select', name: 'orgId', label: '机构', options: orgs },
  { kind: 'select', name: 'projectId', label: '项目', options: projects },
  { kind: 'select', name: 'approval', label: '复核', options: approvals },
  { kind: 'select', name: 'payment', label: '付款', options: named(billPayments, billPaymentNames) },
  { kind: 'dates', name: 'dueFrom', to: 'dueTo', label: '付款到期' },
  { kind: 'dates', name: 'from', to: 'to', label: '出账日期' },
];
const keyOf = ({ billNo }: Bill): string => billNo;
const card = (bill: Bill): JSX.Element => <BillCard bill={bill} />;

/** The tenant's bills: what is due, their sums, and what is decided on several at once. @source R10.3, R4.13, ux "Merchant area" */
export const BillListPage = (): JSX.Element => {
  const [search] = useSearch();
  const [isMoreWanted, setMoreWanted] = useState(false);
  const names = useDimensions({ withAll: isMoreWanted || search.has('orgId') || search.has('projectId') });
  return names.isUncertified ? (
    <CertifyFirst title={title} />
  ) : (
    <Bills names={names} onMoreFields={() => setMoreWanted(true)} />
  );
};

const Bills = ({ names, onMoreFields }: { names: Dimensions; onMoreFields: () => void }): JSX.Element => {
  const auth = useAuth();
  const list = useBillList();
  const [search, change] = useSearch();
  const line = search.get('line') ?? '';
  const sum = useBillSum(list.filter);
  const canChoose = (bill: Bill): boolean => stepsFor(bill, auth).length > 0;
  const selection = useSelection({ list, keyOf, canChoose });
  const fields = fieldsOf(names);
  const mayChoose = auth['bill.confirm'] === true || auth['bill.approve'] === true;
  const batch = useBatch({ selection, filter: list.filter, sum: sum.data, total: list.total });
  return (
    <>
      <ListPage
        title={title}
        before={batch.note}
        list={list}
        name="bills"
        label="账单"
        unit="张账单"
        keyOf={keyOf}
        columns={billColumns}
        card={card}
        opens
        fields={fields}
        onMoreFields={onMoreFields}
        actions={<ExportButton kind="bills" fields={fields} {...list} />}
        {...(sum.isError ? {} : { sums: billSums(sum.data, list.filter) })}
        {...(mayChoose ? { selection: { ...selection, ...batch.bar } } : {})}
        empty={{ title: '还没有账单', text: '账期出账后，账单列在这里；届时会通知您核对和确认。' }}
      />
      {/* Below the bills and after them: nothing moves by it, and the bills do not move it. */}
      <PrepaidNote after={list.rows.status !== 'loading'} />
      {batch.dialogs}
      {list.open === null ? null : (
        <BillDrawer
          key={`${list.open} ${line}`}
          billNo={list.open}
          line={line}
          onClose={line === '' ? list.close : () => change({ open: null, line: null }, { replace: true })}
        />
      )}
    </>
  );
};
