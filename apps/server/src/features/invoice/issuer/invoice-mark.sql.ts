import { freedStatus, type InvoiceStatus, type IssuerStep, type ReversalReason } from '@ronghui/domain/invoice';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** The columns of an invoice that is not with the issuer. */
export const noMark = {
  issuer_step: null,
  issuer_since: null,
  issuer_reason: null,
  issuer_ask_at: null,
  issuer_tries: 0,
  issuer_note: null,
  issuer_url: null,
};

/** The key of an invoice's row. */
export interface InvoiceKey {
  readonly tenant_id: string;
  readonly invoice_no: string;
}

const updateInvoice = (tx: Tx, { tenant_id: tenantId, invoice_no: invoiceNo }: InvoiceKey) =>
  tx.updateTable('invoice').where('tenant_id', '=', tenantId).where('invoice_no', '=', invoiceNo);

const now = sql<Date>`app_now()`;
const inSeconds = (seconds: number) => sql<Date>`app_now() + make_interval(secs => ${seconds})`;

/** What an issuer is about to be asked for. */
interface Mark {
  readonly step: IssuerStep;
  readonly status: InvoiceStatus;
  /** Of a reversal: for its merchant, and for the tax bureau. */
  readonly reason: string | null;
  readonly code: ReversalReason | null;
  /** When the job asks, should the caller not learn the result. @unit seconds */
  readonly askAfterSec: number;
}

/** Marks a locked invoice before the issuer is asked, so that nobody takes another step until there is a result. */
export const markWithIssuer = async (tx: Tx, key: InvoiceKey, mark: Mark): Promise<void> => {
  await updateInvoice(tx, key)
    .set({
      ...noMark,
      status: mark.status,
      issuer_step: mark.step,
      issuer_since: now,
      issuer_reason: mark.reason,
      issuer_ask_at: inSeconds(mark.askAfterSec),
      reversal_code: mark.code,
    })
    .execute();
};

/** Takes the mark off a locked invoice for which the issuer did nothing: it is as it was before, with why; the version goes on where one is given. */
export const unmark = async (
  tx: Tx,
  key: InvoiceKey,
  { step, note, version }: { readonly step: IssuerStep; readonly note: string | null; readonly version?: number },
): Promise<void> => {
  await updateInvoice(tx, key)
    .where('issuer_step', '=', step)
    .set({ ...noMark, status: freedStatus(step), issuer_note: note, updated_at: now })
    .set(version === undefined ? {} : { version })
    .execute();
};

/** The next reversal of a locked invoice is another one than that which was refused. */
export const countRefusedReversal = async (tx: Tx, key: InvoiceKey): Promise<void> => {
  await updateInvoice(tx, key)
    .set((at) => ({ reversals_refused: at('reversals_refused', '+', 1) }))
    .execute();
};

/** Keeps what the issuer reported of an invoice that stays with it, and when it is asked next. */
export const storeWaiting = async (
  tx: Tx,
  key: InvoiceKey,
  waiting: {
    readonly tries: number;
    readonly askAfterSec: number;
    /** What has changed; the version goes on with it. */
    readonly changed?: {
      readonly status: InvoiceStatus;
      readonly note: string;
      readonly url: string | null;
      readonly version: number;
    };
  },
): Promise<void> => {
  const { changed } = waiting;
  await updateInvoice(tx, key)
    .set({ issuer_tries: waiting.tries, issuer_ask_at: inSeconds(waiting.askAfterSec) })
    .set(
      changed === undefined
        ? {}
        : {
            status: changed.status,
            issuer_note: changed.note,
            issuer_url: changed.url,
            version: changed.version,
            updated_at: now,
          },
    )
    .execute();
};

/** The invoices whose issuer is to be asked now, the longest due first. By invoice_ask. */
export const listToAsk = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('invoice')
    .select('invoice_no')
    .where('issuer_step', 'is not', null)
    // A node of the version before sets no moment.
    .where((at) => at.or([at('issuer_ask_at', 'is', null), at('issuer_ask_at', '<=', now)]))
    .orderBy('issuer_ask_at')
    .orderBy('invoice_no')
    .limit(limit)
    .execute();
  return rows.map(({ invoice_no }) => invoice_no);
};

/** What waits to be issued. By invoice_desk. @unit fen */
export const sumToIssue = async (db: Db): Promise<bigint> => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount_fen), 0)::text as sum from invoice where status in ('applied', 'issuing', 'needsPerson')`.execute(
    db,
  );
  return BigInt(rows[0]?.sum ?? '0');
};
