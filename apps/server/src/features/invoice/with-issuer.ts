import type { invoiceOperations, RequestOf } from '@ronghui/contract';
import { stepInvoice } from '@ronghui/domain/invoice';
import { lockOrdersToInvoice } from '#features/order/order.steps';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { StorageFailed } from '#kernel/files/storage';
import { type InvoiceIssuer, type IssuedInvoice, IssuerRefused } from '#kernel/issuer-port';
import { type FoundInvoice, findInvoice } from './invoice.sql.ts';
import { type KeptFile, keepPdf } from './invoice-file.ts';
import { invoiceToIssue } from './invoice-issue.ts';
import { isRefunded, lockSeen } from './invoice-lock.ts';
import { markWithIssuer, unmark } from './invoice-mark.sql.ts';

type Issue = (typeof invoiceOperations)['ops.invoice.issue'];
type Reverse = (typeof invoiceOperations)['ops.invoice.reverse'];

/** A number, and the file where an issuer made it. */
export interface Made {
  readonly issued: Pick<IssuedInvoice, 'number' | 'isDemonstration'>;
  readonly pdf: KeptFile | null;
}

/** Asks the issuer; where it surely did nothing the mark goes, and the desk reads that it refused. */
const ask = async <T>(
  {
    transactAhead,
    ports,
    refuse,
  }: Pick<HandlerContext<Issue>, 'transactAhead' | 'ports'> & { readonly refuse: () => never },
  { invoiceNo, step }: { readonly invoiceNo: string; readonly step: 'issue' | 'reverse' },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IssuerRefused)) throw error;
    ports.log.warn({ event: 'issuerRefused', error });
    await transactAhead((tx) => unmark(tx, invoiceNo, step));
    return refuse();
  }
};

/** Marks an application as being issued; one that is marked is taken up again, also when an order was refunded meanwhile: the invoice may exist. */
const markIssue = (input: RequestOf<Issue>, found: FoundInvoice, { transactAhead, fail }: HandlerContext<Issue>) =>
  transactAhead(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    if (!stepInvoice(row.status, 'issue', '').ok) return fail('notAllowed');
    if (row.issuer_step !== null) return;
    const orderNos = found.items.filter(({ kind }) => kind === 'order').map(({ item_no: no }) => no);
    if (isRefunded(await lockOrdersToInvoice(tx, row.tenant_id, orderNos))) return fail('refunded');
    await markWithIssuer(tx, row, { step: 'issue', reason: null });
  });

/**
 * Has the connected issuer make an invoice, and keeps its file. The application is marked before, so that it is not rejected meanwhile, and what
 * the issuer made is asked for again by the same reference if anything fails after it. No connection waits for the issuer.
 *
 * @source R10.12
 */
export const makeByIssuer = async (
  input: RequestOf<Issue>,
  context: HandlerContext<Issue>,
  issuer: InvoiceIssuer,
): Promise<Made> => {
  const { db, ports, fail } = context;
  const { invoiceNo } = input;
  const found = await findInvoice(db, null, invoiceNo);
  if (found === undefined) return fail('notFound');
  await markIssue(input, found, context);
  const issued = await ask(
    { ...context, refuse: () => fail('issuerRefused') },
    { invoiceNo, step: 'issue' },
    async () => issuer.issue(await invoiceToIssue(db, ports, found)),
  );
  try {
    return { issued, pdf: await keepPdf(ports, found.row, issued) };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    ports.log.error({ event: 'storageFailed', error });
    return fail('storage', { retryAfter: 60 });
  }
};

/**
 * Has the issuer reverse an invoice that it made, under the same rules; one whose number was typed is reversed elsewhere.
 *
 * @returns the reason that goes with it: of a reversal that is taken up again, the first one
 */
export const reverseByIssuer = async (
  input: RequestOf<Reverse>,
  { db, ports, transactAhead, fail }: HandlerContext<Reverse>,
): Promise<string> => {
  const { invoiceIssuer } = ports;
  const { invoiceNo } = input;
  const reason = input.reason.trim();
  const found = await findInvoice(db, null, invoiceNo);
  const number = found?.row.number;
  if (invoiceIssuer === null || found === undefined || !found.row.by_issuer || number == null) return reason;
  const given = await transactAhead(async (tx) => {
    const row = await lockSeen(tx, input);
    if (typeof row === 'string') return fail(row);
    const step = stepInvoice(row.status, 'reverse', reason);
    if (!step.ok && step.reason === 'notAllowed') return fail('notAllowed');
    if (!step.ok) return fail('invalid', wrongField('reason', '请填写原因，商户会看到它'));
    if (row.issuer_step === null) await markWithIssuer(tx, row, { step: 'reverse', reason });
    return row.issuer_reason ?? reason;
  });
  await ask({ transactAhead, ports, refuse: () => fail('issuerRefused') }, { invoiceNo, step: 'reverse' }, () =>
    invoiceIssuer.reverse({ reference: `${invoiceNo}-HC`, number, reason: given }),
  );
  return given;
};
