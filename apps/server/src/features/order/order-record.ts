import type { Output } from '@ronghui/contract';
import { authorizationStatus } from '@ronghui/domain/authorization';
import { statusAt } from '@ronghui/domain/order';
import type { SiteSettings } from '#features/site/site.reads';
import { listedOrder, type OrderRow } from './order.sql.ts';
import type { OrderDetail } from './order-detail.sql.ts';

type Order = Output<'order.page'>['items'][number];
type Detail = Output<'order.detail'>;

/** A field that is present only where it has a value: the contract leaves out absent fields. */
const optionalField = <Name extends string, Value>(name: Name, value: Value | null) =>
  // A computed name loses its literal type.
  (value === null ? {} : { [name]: value }) as { [N in Name]?: Value };

const timeOf = (at: Date | string): string => new Date(at).toISOString();
/** A time from a JSON column. */
const dateOrNull = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));

/** The voucher states that a customer sees while the order is to be paid. */
const voucherWords = ['waiting', 'returned'] as const;

/** An order in the contract's shape (contract 5), with its status now. */
export const orderOf = (row: OrderRow, now: Date): Order => {
  const status = statusAt(
    {
      status: row.status,
      payBy: row.pay_by,
      expiresAt: row.expires_at,
      hasVoucher: row.voucher_status === 'waiting',
    },
    now,
  );
  const isToPay = status === 'pendingPayment';
  const voucherStatus = voucherWords.find((word) => word === row.voucher_status) ?? null;
  return {
    ...listedOrder.recordOf(row),
    status,
    ...optionalField('payBy', isToPay ? (row.pay_by?.toISOString() ?? null) : null),
    ...optionalField('voucherStatus', isToPay ? voucherStatus : null),
  };
};

const stepOf = (step: OrderDetail['steps'][number]): Detail['steps'][number] => ({
  // The check constraints allow the contract's words only.
  action: step.action as Detail['steps'][number]['action'],
  from: step.from_status as Order['status'] | null,
  to: step.to_status as Order['status'],
  by: step.by_name === '' ? '—' : step.by_name,
  at: timeOf(step.at),
  reason: step.reason,
});

const agreementOf = (consent: OrderDetail['consents'][number], now: Date): Detail['agreements'][number] => ({
  recordId: consent.consent_id,
  id: consent.agreement_id,
  version: consent.agreement_version,
  title: consent.title,
  status: authorizationStatus(
    {
      withdrawnAt: dateOrNull(consent.withdrawn_at),
      endedAt: dateOrNull(consent.ended_at),
      validTo: dateOrNull(consent.valid_to),
    },
    now,
  ),
  validTo: dateOrNull(consent.valid_to)?.toISOString() ?? null,
});

/** The status of the voucher that waits, or else of the last one. */
const lastVoucherOf = ({ vouchers }: OrderDetail): string | null =>
  (vouchers.find(({ status }) => status === 'waiting') ?? vouchers[0])?.status ?? null;

/** An order with its history, consents, vouchers and payee. */
export const detailOf = (row: OrderDetail, { payee, now }: { payee: SiteSettings['payee']; now: Date }): Detail => ({
  ...orderOf({ ...row, status: row.status as Order['status'], voucher_status: lastVoucherOf(row) }, now),
  skuId: row.sku_id,
  unit: row.unit,
  billing: row.billing as Detail['billing'],
  choice: row.choice,
  options: row.options,
  items: row.items,
  ...optionalField('orgName', row.org_name),
  ...optionalField('annualRate', row.annual_rate),
  ...(row.contact_name === null
    ? {}
    : { contact: { name: row.contact_name, mobileMasked: row.contact_mobile_masked ?? '' } }),
  ...optionalField('renewsOrderNo', row.renews_order_no),
  ...optionalField('renewedByOrderNo', row.renewed_by),
  waitsForCertification: row.status === 'pendingReview' && row.certification_status !== 'passed',
  steps: row.steps.map(stepOf),
  agreements: row.consents.map((consent) => agreementOf(consent, now)),
  ...optionalField('paymentCode', row.payment_code),
  payee: payee ?? null,
  vouchers: row.vouchers.map((voucher) => ({
    voucherId: voucher.voucher_id,
    status: voucher.status as Detail['vouchers'][number]['status'],
    payerName: voucher.payer_name,
    paidAt: timeOf(voucher.paid_at),
    sentAt: timeOf(voucher.sent_at),
    reason: voucher.reason,
    files: voucher.file_ids.map((fileId) => ({
      fileId,
      name: row.files.find((file) => file.file_id === fileId)?.name ?? '已删除的文件',
    })),
  })),
});
