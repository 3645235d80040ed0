import { askIssuerAfterSec, type InvoiceStatus, type IssuerStep, stepInvoice } from '@ronghui/domain/invoice';
import type { Tx } from '#kernel/database/db';
import type { IssuerState, ReversalState } from '#kernel/issuer-port';
import { isNumberTaken, type LockedInvoice, storeInvoiceStep } from '../invoice.sql.ts';
import { type KeptFile, nameFiles } from '../invoice-file.ts';
import { noticeOfBuyer, noticeOfStep } from '../invoice-notice.ts';
import { countRefusedReversal, storeWaiting, unmark } from './invoice-mark.sql.ts';

/** What became of a question to the issuer. */
export interface StoredResult {
  readonly status: InvoiceStatus;
  readonly version: number;
  /** Why the issuer refused, or another invoice bears the number that it gave. */
  readonly refused?: 'issuerRefused' | 'numberTaken';
}

type Step<K extends IssuerStep> = K extends 'issue' ? IssuerState : ReversalState | { readonly kind: 'pending' };

const factsOf = (row: LockedInvoice) => ({
  tenantId: row.tenant_id,
  invoiceNo: row.invoice_no,
  titleName: row.title_name,
  amount: row.amount_fen,
});

/** What an issuer writes is shown to staff: some hundred signs, without what breaks a line. */
const noteOf = (text: string): string => text.replace(/\s/g, ' ').trim().slice(0, 500) || '没有写明原因';

/** Where a person has to act; an address of any other kind is not shown. */
const urlOf = (url: string | null): string | null =>
  url !== null && url.length <= 1000 && /^https:\/\/[^\s"'<>]/.test(url) ? url : null;

/** Stays with the issuer, with what it reported; another word of it than before goes on with the version. */
const wait = async (
  tx: Tx,
  row: LockedInvoice,
  word: { readonly status: InvoiceStatus; readonly note: string | null; readonly url: string | null },
): Promise<StoredResult> => {
  const { status, note, url } = word;
  const tries = row.issuer_tries + 1;
  const askAfterSec = askIssuerAfterSec(row.issuer_tries);
  if (note === null || (status === row.status && note === row.issuer_note)) {
    await storeWaiting(tx, row, { tries, askAfterSec });
    return { status: row.status, version: row.version };
  }
  const version = row.version + 1;
  await storeWaiting(tx, row, { tries: 0, askAfterSec, changed: { status, note, url, version } });
  return { status, version };
};

const refuse = async (tx: Tx, row: LockedInvoice, step: IssuerStep, reason: string): Promise<StoredResult> => {
  const version = row.version + 1;
  await unmark(tx, row, { step, note: noteOf(reason), version });
  if (step === 'reverse') await countRefusedReversal(tx, row);
  return { status: step === 'issue' ? 'applied' : 'issued', version, refused: 'issuerRefused' };
};

/** Stores where an invoice stands at the issuer, in the transaction that has it locked. @source receipts 5.1 */
export const storeIssue = async (
  tx: Tx,
  row: LockedInvoice,
  { state, kept }: { readonly state: Step<'issue'>; readonly kept: readonly KeptFile[] },
): Promise<StoredResult> => {
  switch (state.kind) {
    case 'pending':
    case 'absent':
      return wait(tx, row, { status: row.status, note: null, url: null });
    case 'needsPerson':
      return wait(tx, row, { status: 'needsPerson', note: noteOf(state.reason), url: urlOf(state.url) });
    case 'refused':
      return refuse(tx, row, 'issue', state.reason);
    case 'issued': {
      const { number, isDemonstration, issuedAt } = state;
      const step = stepInvoice(row.status, 'issue', '');
      if (!step.ok) return { status: row.status, version: row.version };
      if (await isNumberTaken(tx, number)) {
        const note = `开票服务给出的发票号码 ${number} 已登记在别的申请，请核实`;
        return { ...(await wait(tx, row, { status: 'needsPerson', note, url: null })), refused: 'numberTaken' };
      }
      const fileId = await nameFiles(tx, row, kept);
      const changes = {
        number,
        file_id: fileId,
        is_demonstration: isDemonstration,
        by_issuer: true,
        issued_at: issuedAt,
      };
      const version = await storeInvoiceStep(tx, row, { ...step, changes });
      noticeOfStep(tx, 'issue', { ...factsOf(row), number });
      return { status: step.to, version };
    }
  }
};

/** Stores where a reversal stands at the issuer: what the invoice covers is free when it is reversed, not while the buyer is waited for. @source receipts 5.1 */
export const storeReversal = async (
  tx: Tx,
  row: LockedInvoice,
  { state, kept }: { readonly state: Step<'reverse'>; readonly kept: readonly KeptFile[] },
): Promise<StoredResult> => {
  switch (state.kind) {
    case 'pending':
      return wait(tx, row, { status: row.status, note: null, url: null });
    case 'waitingForBuyer': {
      const note = '等待购买方在电子税务局确认';
      if (row.issuer_note !== note) noticeOfBuyer(tx, factsOf(row));
      return wait(tx, row, { status: 'reversing', note, url: null });
    }
    case 'refused':
      return refuse(tx, row, 'reverse', state.reason);
    case 'reversed': {
      const reason = row.issuer_reason ?? '';
      const step = stepInvoice(row.status, 'reverse', reason);
      if (!step.ok) return { status: row.status, version: row.version };
      await nameFiles(tx, row, kept);
      const version = await storeInvoiceStep(tx, row, { ...step, changes: { reason, red_number: state.redNumber } });
      noticeOfStep(tx, 'reverse', { ...factsOf(row), reason });
      return { status: step.to, version };
    }
  }
};
