import { invoiceStatusNames } from '@ronghui/domain/invoice';
import { fen, rmbText } from '@ronghui/domain/money';
import type { Tx } from '#kernel/database/db';
import type { InvoiceIssuer } from '#kernel/issuer-port';
import { type JobContext, job } from '#kernel/jobs/jobs';
import { systemAuthor } from '#kernel/observe/audit';
import { type FoundInvoice, findInvoice, type LockedInvoice, lockInvoice } from '../invoice.sql.ts';
import { type KeptFile, keepIssued } from '../invoice-file.ts';
import { invoiceAt, reversalAt } from './ask-issuer.ts';
import { askedReversalOf, invoiceToIssue, invoiceToReverse } from './invoice-issue.ts';
import { listToAsk, storeWaiting, sumToIssue } from './invoice-mark.sql.ts';
import { type StoredResult, storeIssue, storeReversal } from './issuer-result.ts';

const atOnce = 200;
/** After an error of ours. @unit seconds */
const afterFailureSec = 300;

type Store = (tx: Tx, row: LockedInvoice) => Promise<StoredResult>;

const learnIssue = async (context: JobContext, found: FoundInvoice, issuer: InvoiceIssuer): Promise<Store> => {
  const { database, ports, log } = context;
  const invoice = await invoiceToIssue(database.reading('service'), ports, found);
  const state = await invoiceAt(issuer, { invoice, isNew: false }, log);
  const kept = state.kind === 'issued' ? await keepIssued(ports, found.row, { ...state, isRed: false }) : [];
  return (tx, row) => storeIssue(tx, row, { state, kept });
};

const learnReversal = async (
  { ports, log }: JobContext,
  found: FoundInvoice,
  issuer: InvoiceIssuer,
): Promise<Store> => {
  const state = await reversalAt(issuer, invoiceToReverse(found.row, askedReversalOf(found.row)), log);
  const kept: readonly KeptFile[] =
    state.kind === 'reversed'
      ? await keepIssued(ports, found.row, { ...state, number: state.redNumber, isRed: true })
      : [];
  return (tx, row) => storeReversal(tx, row, { state, kept });
};

/** Mails the desk what a person has to do, or that the issuer refused. */
const mailDesk = async (tx: Tx, { ports }: JobContext, row: LockedInvoice, result: StoredResult): Promise<void> => {
  const isRefused = result.refused === 'issuerRefused';
  if (!isRefused && result.status !== 'needsPerson') return;
  await ports.outbox.enqueue(tx, {
    kind: 'mail',
    to: ports.config.providerMail,
    subject: isRefused ? `开票服务没有办理 ${row.invoice_no}` : `开票需要人工处理 ${row.invoice_no}`,
    text: `抬头：${row.title_name}\n金额：${rmbText(row.amount_fen)}\n商户：${row.tenant_id}\n状态：${invoiceStatusNames[result.status]}\n原因见控制台的开票申请。`,
  });
};

/** Asks about one invoice, and stores what is known by now; a step that was stored meanwhile stands. */
const askAbout = async (context: JobContext, invoiceNo: string, issuer: InvoiceIssuer): Promise<void> => {
  const { database } = context;
  const found = await findInvoice(database.reading('service'), null, invoiceNo);
  const step = found?.row.issuer_step ?? null;
  if (found === undefined || step === null) return;
  const store = await (step === 'issue' ? learnIssue : learnReversal)(context, found, issuer);
  await database.transact('service', async (tx) => {
    const row = await lockInvoice(tx, invoiceNo);
    if (row?.issuer_step !== step) return;
    const result = await store(tx, row);
    if (result.version === row.version) return;
    const { tenant_id: tenantId, status } = row;
    const after = { status: result.status };
    systemAuthor.record(tx, { event: `job.invoice.${step}`, tenantId, object: invoiceNo, before: { status }, after });
    await mailDesk(tx, context, row, result);
  });
};

/** An invoice of which asking failed is asked about later, so that those behind it have their turn. */
const putOff = ({ database }: JobContext, invoiceNo: string): Promise<void> =>
  database.transact('service', async (tx) => {
    const row = await lockInvoice(tx, invoiceNo);
    if (row === undefined || row.issuer_step === null) return;
    await storeWaiting(tx, row, { tries: row.issuer_tries + 1, askAfterSec: afterFailureSec });
  });

/** Asks the issuer what became of what it was asked for. @source R15.4, receipts 5.1 */
export const askIssuer = job({
  name: 'invoice.ask',
  every: { minutes: 1 },
  async run(context) {
    const { database, ports, log } = context;
    if (ports.invoiceIssuer === null) return;
    for (let more = true; more && context.signal?.aborted !== true; ) {
      const numbers = await listToAsk(database.reading('service'), atOnce);
      for (const invoiceNo of numbers) {
        try {
          await askAbout(context, invoiceNo, ports.invoiceIssuer);
        } catch (error) {
          log.error({ event: 'issuerNotAsked', invoiceNo, error });
          await putOff(context, invoiceNo);
        }
      }
      more = numbers.length === atOnce;
    }
  },
});

const aDay = { limit: 1, windowMs: 24 * 3_600_000 };

/** Warns, once a day, where the issuer's quota does not last for what waits to be issued. @source receipts 5.1 */
export const watchQuota = job({
  name: 'invoice.quota',
  every: { hourlyAt: 27 },
  async run({ database, ports, log }) {
    if (ports.invoiceIssuer === null) return;
    const { left } = await ports.invoiceIssuer.quota();
    if (left === null) return;
    const waiting = await sumToIssue(database.reading('service'));
    if (BigInt(left) >= waiting && left > 0) return;
    log.warn({ event: 'issuerQuotaLow', left, waiting: String(waiting) });
    if (!(await ports.fast.take('issuerQuota', aDay.limit, aDay.windowMs)).allowed) return;
    await database.transact('service', (tx) =>
      ports.outbox.enqueue(tx, {
        kind: 'mail',
        to: ports.config.providerMail,
        subject: '开票额度不足',
        text: `开票服务的剩余额度：${rmbText(fen(left))}。等待开具的发票超过了它，请及时申请提高额度。`,
      }),
    );
  },
});
