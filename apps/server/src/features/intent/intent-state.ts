import type { Output } from '@ronghui/contract';
import { intentStatusAt } from '@ronghui/domain/intent/intent-terms';
import type { IntentRow } from './intent.sql.ts';

type Intent = Output<'intent.state'>;

/** What merchants and staff read of a payment on line. */
export const intentFieldsOf = (row: IntentRow, now: Date) => ({
  intentNo: row.intent_no,
  channel: row.channel,
  billNo: row.bill_no,
  amount: row.amount_fen,
  status: intentStatusAt(row.status, { end: row.end_at }, now),
  createdAt: row.created_at.toISOString(),
  endsAt: row.end_at.toISOString(),
  ...(row.receipt_no === null ? {} : { receiptNo: row.receipt_no }),
});

/** A payment on line as its merchant reads it: what it is paid by only while it can be paid. */
export const intentOf = (row: IntentRow, now: Date): Intent => {
  const fields = intentFieldsOf(row, now);
  const isShown = fields.status === 'shown';
  return {
    ...fields,
    ...(isShown && row.code_url !== null ? { codeUrl: row.code_url } : {}),
    ...(isShown && row.form_url !== null ? { formUrl: row.form_url } : {}),
    ...(row.receipt_no === null ? {} : { isApplied: row.is_applied }),
  };
};
