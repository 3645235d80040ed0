import { invoiceStatuses, invoiceStatusNames } from '@ronghui/domain/invoice';
import { type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { searchesAll } from '@ronghui/web/state/search-all';
import type { JSX } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { useListedRows } from '#kernel/listed-rows.ts';
import { type Invoice, useInvoiceList } from './invoice-queries.ts';
import { InvoiceCard, invoiceColumns } from './invoice-rows.tsx';

const InvoiceDrawer = lazyPart(() => import('./invoice-drawer.tsx'));

const keyOf = ({ invoiceNo }: Invoice): string => invoiceNo;
const card = (invoice: Invoice): JSX.Element => <InvoiceCard invoice={invoice} />;

const otherStatuses = invoiceStatuses.filter((status) => status !== 'applied');

const useFields = (values: Readonly<Record<'tenantId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'queue',
    label: '等待办理',
    unset: invoiceStatusNames.applied,
    options: [
      { value: 'refunded', label: '涉及退款' },
      ...otherStatuses.map((value) => ({ value, label: invoiceStatusNames[value] })),
      { value: 'all', label: '全部' },
    ],
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '号码或抬头',
    placeholder: '申请编号或发票号码开头，或抬头的一部分',
    maxLength: 60,
  },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
  { kind: 'dates', name: 'from', to: 'to', label: '申请时间' },
];

/** The invoices of all merchants, by what is applied for. @source R10.12, R11.6 */
export const InvoiceListPage = (): JSX.Element => {
  const list = searchesAll(useInvoiceList(), { chips: 'queue', names: ['keyword'] });
  useListedRows('invoices', list, keyOf);
  const fields = useFields(list.values);
  return (
    <>
      <ListPage
        title="开票"
        sub="待开票的，最早申请的在前；涉及退款的请驳回或红冲。按号码或抬头查找时，在所有申请里查找。"
        list={list}
        name="invoice"
        label="开票申请"
        unit="份申请"
        keyOf={keyOf}
        columns={invoiceColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '没有待开票的申请', text: '商户申请开票之后，会排在这里。' }}
      />
      {list.open === null ? null : <InvoiceDrawer invoiceNo={list.open} onClose={list.close} />}
    </>
  );
};
