import { invoiceStatusNames } from '@ronghui/domain/invoice';
import { type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { type Invoice, useInvoiceList } from './invoice-queries.ts';
import { InvoiceCard, invoiceColumns } from './invoice-rows.tsx';

const InvoiceDrawer = lazyPart(() => import('./invoice-drawer.tsx'));

const keyOf = ({ invoiceNo }: Invoice): string => invoiceNo;
const card = (invoice: Invoice): JSX.Element => <InvoiceCard invoice={invoice} />;

const useFields = (values: Readonly<Record<'tenantId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'queue',
    label: '等待办理',
    unset: invoiceStatusNames.applied,
    options: [
      { value: 'refunded', label: '涉及退款' },
      { value: 'issued', label: invoiceStatusNames.issued },
      { value: 'rejected', label: invoiceStatusNames.rejected },
      { value: 'reversed', label: invoiceStatusNames.reversed },
      { value: 'all', label: '全部' },
    ],
  },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  { kind: 'dates', name: 'from', to: 'to', label: '申请时间' },
];

/** The invoices of all merchants, by what is applied for. @source R10.12, R11.6 */
export const InvoiceListPage = (): JSX.Element => {
  const list = useInvoiceList();
  const fields = useFields(list.values);
  return (
    <>
      <ListPage
        title="开票"
        sub="待开票的，最早申请的在前；涉及退款的请驳回或红冲。"
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
      {list.open === null ? null : <InvoiceDrawer key={list.open} invoiceNo={list.open} onClose={list.close} />}
    </>
  );
};
