import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { askedStatus, type ReversalReason, stepInvoice } from '@ronghui/domain/invoice';
import { lockOrdersToInvoice } from '#features/order/order.steps';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import type { InvoiceIssuer, IssuedFiles } from '#kernel/issuer-port';
import type { Ports } from '#kernel/ports';
import { type FoundInvoice, findInvoice, type LockedInvoice } from '../invoice.sql.ts';
import { type KeptFile, keepIssued } from '../invoice-file.ts';
import { isRefunded, lockSeen } from '../invoice-lock.ts';
import { invoiceAt, reversalAt } from './ask-issuer.ts';
import { askedReversalOf, invoiceToIssue, invoiceToReverse } from './invoice-issue.ts';
import { markWithIssuer } from './invoice-mark.sql.ts';
import { type StoredResult, storeIssue, storeReversal } from './issuer-result.ts';

type Issue = (typeof invoiceOperations)['ops.invoice.issue'];
type Reverse = (typeof invoiceOperations)['ops.invoice.reverse'];

/** The caller waits for the issuer; the job asks only where the caller did not learn the result. @unit seconds */
const callerWaitsSec = 60;

/** Marks an application as being issued; one that is marked is taken up again, also when an order was refunded meanwhile: the invoice may exist. @returns whether it is asked for the first time */
const markIssue = (input: RequestOf<Issue>, found: FoundInvoice, { transactAhead, fail }: HandlerContext<Issue>) =>
  transactAhead(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const status = askedStatus(row.status, 'issue');
    if (status === null) return fail('notAllowed');
    if (row.issuer_step !== null) return false;
    const orderNos = found.items.filter(({ kind }) => kind === 'order').map(({ item_no: no }) => no);
    if (isRefunded(await lockOrdersToInvoice(tx, row.tenant_id, orderNos))) return fail('refunded');
    await markWithIssuer(tx, row, { step: 'issue', status, reason: null, code: null, askAfterSec: callerWaitsSec });
    return true;
  });

/** Keeps the files that came with an answer. Where the store does not work the job asks for them again. */
const keepOrFail = async (
  { ports, fail }: HandlerContext<Issue>,
  row: FoundInvoice['row'],
  files: { readonly files: IssuedFiles; readonly number: string; readonly isRed: boolean },
): Promise<readonly KeptFile[]> => {
  try {
    return await keepIssued(ports, row, files);
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    ports.log.error({ event: 'storageFailed', error });
    return fail('storage', { retryAfter: 60 });
  }
};

/** The part of the trail that a question to the issuer leaves. */
const auditOf = (row: LockedInvoice, { status }: StoredResult, more: object) => ({
  object: row.invoice_no,
  before: { status: row.status },
  after: { tenantId: row.tenant_id, status, ...more },
});

/**
 * Asks the connected issuer for an invoice, and stores what it has by now; the job learns the rest. The application is marked before, so that it is not
 * rejected meanwhile, and what the issuer made is asked for by the same reference whatever fails after it. No connection waits for the issuer.
 *
 * @source R10.12, receipts 5.1
 */
export const issueByIssuer = async (
  input: RequestOf<Issue>,
  context: HandlerContext<Issue>,
  issuer: InvoiceIssuer,
): Promise<{ readonly invoiceNo: string; readonly status: StoredResult['status']; readonly version: number }> => {
  const { db, ports, fail, transact, transactAhead, audit } = context;
  const { invoiceNo } = input;
  const found = await findInvoice(db, null, invoiceNo);
  if (found === undefined) return fail('notFound');
  const isNew = await markIssue(input, found, context);
  const invoice = await invoiceToIssue(db, ports, found);
  const state = await invoiceAt(issuer, { invoice, isNew }, ports.log);
  const kept = state.kind === 'issued' ? await keepOrFail(context, found.row, { ...state, isRed: false }) : [];
  if (state.kind === 'refused') {
    await transactAhead(async (tx) => {
      const row = await lockSeen(tx, input);
      return typeof row === 'string' ? undefined : storeIssue(tx, row, { state, kept });
    });
    return fail('issuerRefused');
  }
  return transact(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const result = await storeIssue(tx, row, { state, kept });
    if (result.refused === 'numberTaken') return fail('invalid', wrongField('number', '该发票号码已登记'));
    audit(
      auditOf(row, result, state.kind === 'issued' ? { number: state.number, fileId: kept[0]?.fileId ?? null } : {}),
    );
    return { invoiceNo, status: result.status, version: result.version };
  });
};

const reasonOf = ({ reason }: RequestOf<Reverse>): string => reason.trim();

/** Marks an invoice as being reversed; one that is marked is taken up again, with its first reason. */
const markReversal = (input: RequestOf<Reverse>, { transactAhead, fail }: HandlerContext<Reverse>) =>
  transactAhead(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const reason = reasonOf(input);
    const step = stepInvoice(row.status, 'reverse', reason);
    if (!step.ok && step.reason === 'notAllowed') return fail('notAllowed');
    if (!step.ok) return fail('invalid', wrongField('reason', '请填写原因，商户会看到它'));
    // The status allows it by the step above; what is marked keeps its first reason.
    if (row.issuer_step !== null) return askedReversalOf(row);
    const code: ReversalReason = input.code ?? '01';
    const mark = { step: 'reverse' as const, status: 'reversing' as const, reason, code, askAfterSec: callerWaitsSec };
    await markWithIssuer(tx, row, mark);
    return { code, refused: row.reversals_refused };
  });

/** Whether the connected issuer made an invoice, and so reverses it; one whose number was typed is reversed elsewhere. */
export const isReversedByIssuer = (
  { invoiceIssuer }: Pick<Ports, 'invoiceIssuer'>,
  found: FoundInvoice | undefined,
): found is FoundInvoice => invoiceIssuer !== null && found?.row.by_issuer === true && found.row.number !== null;

/** Asks the issuer to reverse an invoice that it made, under the same rules. @source R10.12, receipts 5.1 */
export const askForReversal = async (
  input: RequestOf<Reverse>,
  found: FoundInvoice,
  context: HandlerContext<Reverse> & { readonly issuer: InvoiceIssuer },
) => {
  const { ports, transact, transactAhead, fail, audit, issuer } = context;
  const asked = await markReversal(input, context);
  const state = await reversalAt(issuer, invoiceToReverse(found.row, asked), ports.log);
  if (state.kind === 'refused') {
    await transactAhead(async (tx) => {
      const row = await lockSeen(tx, input);
      return typeof row === 'string' ? undefined : storeReversal(tx, row, { state, kept: [] });
    });
    return fail('issuerRefused');
  }
  // The red invoice's files are not what the step depends on: where the store does not work, its number is kept.
  const kept =
    state.kind === 'reversed'
      ? await keepIssued(ports, found.row, { ...state, number: state.redNumber, isRed: true }).catch(
          (error: unknown) => {
            ports.log.error({ event: 'storageFailed', error });
            return [];
          },
        )
      : [];
  return transact(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const result = await storeReversal(tx, row, { state, kept });
    audit(auditOf(row, result, { reason: row.issuer_reason ?? reasonOf(input) }));
    return { invoiceNo: row.invoice_no, status: result.status, version: result.version };
  });
};
