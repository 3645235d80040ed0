import { type InvoiceStatus, invoiceStatusNames, invoiceTypeNames } from '@ronghui/domain/invoice';
import { percentText, rateOf, rmbText } from '@ronghui/domain/money';
import { Amount, DateTime, type ListColumns, RowCard, Tag, type Tone } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import type { JSX } from 'react';
import { ageText } from '#kernel/age-text.ts';
import css from './invoice.module.css';
import type { Invoice } from './invoice-queries.ts';

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  applied: 'warn',
  issuing: 'info',
  needsPerson: 'warn',
  issued: 'ok',
  rejected: 'bad',
  reversing: 'info',
  reversed: 'neutral',
};

/** Where an invoice stands, and whether it covers what was refunded. */
export const InvoiceTags = ({ status, hasRefunded }: Pick<Invoice, 'status' | 'hasRefunded'>): JSX.Element => (
  <span className={css.tags}>
    <Tag tone={tones[status]}>{invoiceStatusNames[status]}</Tag>
    {hasRefunded ? <Tag tone="bad">涉及退款</Tag> : null}
  </span>
);

/** A tax rate in words. @unit millionths */
export const rateText = (rate: number): string => percentText(rateOf(rate, 'millionths'));

const age = ({ status, appliedAt }: Invoice): string =>
  status === 'applied' ? ageText(serverNow() - Date.parse(appliedAt)) : '';

/** The table's columns. */
export const invoiceColumns: ListColumns<Invoice> = {
  invoiceNo: { title: '申请编号', cell: ({ invoiceNo }) => invoiceNo, share: 2.05, oneLine: true, fixed: true },
  tenantName: { title: '商户', cell: ({ tenantName }) => tenantName || '—', share: 1.4 },
  titleName: { title: '抬头', cell: ({ titleName }) => titleName, share: 1.4 },
  type: { title: '票种', cell: ({ type }) => invoiceTypeNames[type], share: 0.95 },
  itemCount: { title: '项数', cell: ({ itemCount }) => itemCount, align: 'right', share: 0.5, optional: true },
  amount: { title: '价税合计', cell: ({ amount }) => <Amount text={rmbText(amount)} />, align: 'right', share: 1.15 },
  taxAmount: {
    title: '税额',
    cell: ({ taxAmount }) => <Amount text={rmbText(taxAmount)} />,
    align: 'right',
    share: 1.15,
    optional: true,
  },
  taxRate: { title: '税率', cell: ({ taxRate }) => rateText(taxRate), optional: true },
  status: { title: '状态', cell: (invoice) => <InvoiceTags {...invoice} />, share: 1.1, fixed: true },
  appliedAt: { title: '申请时间', cell: ({ appliedAt }) => <DateTime value={appliedAt} />, share: 1.5 },
  waited: { title: '已等待', cell: age, share: 1 },
  takenBy: { title: '办理人', cell: ({ takenBy }) => takenBy ?? '—', share: 0.8 },
  number: { title: '发票号码', cell: ({ number }) => number ?? '—', share: 1.9, oneLine: true, optional: true },
  issuedAt: { title: '开票时间', cell: ({ issuedAt }) => <DateTime value={issuedAt} />, share: 1.5, optional: true },
  endedAt: { title: '驳回或红冲', cell: ({ endedAt }) => <DateTime value={endedAt} />, share: 1.5, optional: true },
  hasRefunded: 'elsewhere',
  reason: 'notShown',
  hasFile: 'notShown',
  tenantId: 'notShown',
  version: 'notShown',
};

/** The card of a narrow screen. */
export const InvoiceCard = ({ invoice }: { invoice: Invoice }): JSX.Element => (
  <RowCard
    title={invoice.titleName}
    tag={<InvoiceTags {...invoice} />}
    facts={[
      { label: '申请编号', value: invoice.invoiceNo },
      { label: '商户', value: invoice.tenantName },
      { label: '票种', value: invoiceTypeNames[invoice.type] },
      { label: '办理人', value: invoice.takenBy ?? '' },
    ]}
    note={age(invoice)}
    amount={<Amount text={rmbText(invoice.amount)} />}
  />
);
