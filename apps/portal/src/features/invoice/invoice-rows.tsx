import { type InvoiceStatus, invoiceStatusNames, invoiceTypeNames } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Invoice } from './invoice-queries.ts';

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  applied: 'info',
  issuing: 'info',
  needsPerson: 'info',
  issued: 'ok',
  rejected: 'bad',
  reversing: 'warn',
  reversed: 'neutral',
};

/** An invoice's status, in words and colour. @source R10.12 */
export const InvoiceTag = ({ status }: Pick<Invoice, 'status'>): JSX.Element => (
  <Tag tone={tones[status]}>{invoiceStatusNames[status]}</Tag>
);

/** The table's columns. */
export const invoiceColumns: ListColumns<Invoice> = {
  invoiceNo: { title: '申请编号', cell: ({ invoiceNo }) => invoiceNo, share: 1.65, fixed: true },
  titleName: { title: '发票抬头', cell: ({ titleName }) => titleName, share: 1.2 },
  type: { title: '类型', cell: ({ type }) => invoiceTypeNames[type], share: 0.7 },
  status: { title: '状态', cell: ({ status }) => <InvoiceTag status={status} />, share: 0.7, fixed: true },
  number: { title: '发票号码', cell: ({ number }) => number ?? '—', share: 1.55 },
  appliedAt: { title: '申请时间', cell: ({ appliedAt }) => <DateTime value={appliedAt} />, share: 1.15 },
  taxAmount: {
    title: '税额',
    cell: ({ taxAmount }) => <Amount text={rmbText(taxAmount)} />,
    align: 'right',
    share: 0.8,
  },
  amount: { title: '价税合计', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right' },
  itemCount: 'notShown',
  taxRate: 'notShown',
  issuedAt: 'notShown',
  endedAt: 'notShown',
  reason: 'notShown',
  hasFile: 'notShown',
  version: 'notShown',
};

/** The H5 card. */
export const InvoiceCard = ({ invoice }: { invoice: Invoice }): JSX.Element => (
  <RowCard
    title={invoice.titleName}
    tag={<InvoiceTag status={invoice.status} />}
    facts={[
      { label: '申请编号', value: invoice.invoiceNo },
      { label: '类型', value: invoiceTypeNames[invoice.type] },
      ...(invoice.number === undefined ? [] : [{ label: '发票号码', value: invoice.number }]),
    ]}
    note={<DateTime value={invoice.appliedAt} />}
    amount={<Amount text={rmbText(invoice.amount)} />}
  />
);
