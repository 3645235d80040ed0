import type { ChannelName } from '@ronghui/domain/intent/channel';
import type { IntentStatus } from '@ronghui/domain/intent/fold-intent';
import type { Fen } from '@ronghui/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/db';

/** A payment on line as it is stored, with its bill. */
export interface IntentRow {
  readonly tenant_id: string;
  readonly intent_no: string;
  readonly channel: ChannelName;
  readonly bill_id: string;
  readonly bill_no: string;
  readonly bill_version: number;
  readonly amount_fen: Fen;
  readonly end_at: Date;
  readonly status: IntentStatus;
  readonly code_url: string | null;
  readonly form_url: string | null;
  readonly receipt_no: string | null;
  readonly is_applied: boolean;
  readonly tries: number;
  readonly created_at: Date;
  readonly version: number;
}

const columns = sql`i.tenant_id, i.intent_no, i.channel, i.bill_id, b.bill_no, i.bill_version, i.amount_fen, i.end_at, i.status, i.code_url, i.form_url, i.receipt_no,
  exists (select from receipt_application a where a.receipt_no = i.receipt_no) as is_applied, i.tries, i.created_at, i.version`;

const selected = async (db: Db, rest: RawBuilder<unknown>): Promise<IntentRow[]> => {
  const { rows } = await sql<IntentRow>`
    select ${columns} from intent i join bill b on b.tenant_id = i.tenant_id and b.bill_id = i.bill_id ${rest}`.execute(
    db,
  );
  return rows;
};

/** A merchant's own. By the primary key. */
export const findIntent = async (db: Db, tenantId: string, intentNo: string): Promise<IntentRow | undefined> => {
  const [row] = await selected(db, sql`where i.tenant_id = ${tenantId} and i.intent_no = ${intentNo}`);
  return row;
};

/** Whosever it is, as a channel names it. By intent_by_no. */
export const findIntentByNo = async (db: Db, intentNo: string): Promise<IntentRow | undefined> => {
  const [row] = await selected(db, sql`where i.intent_no = ${intentNo}`);
  return row;
};

/** The same, locked until the transaction ends; its bill is locked before. */
export const lockIntent = async (tx: Tx, tenantId: string, intentNo: string): Promise<IntentRow | undefined> => {
  await sql`select from intent where tenant_id = ${tenantId} and intent_no = ${intentNo} for no key update`.execute(tx);
  return findIntent(tx, tenantId, intentNo);
};

/** The latest of a bill. By intent_of_bill. */
export const listIntentsOf = (
  db: Db,
  { tenantId, billId }: { readonly tenantId: string; readonly billId: string },
  limit: number,
): Promise<IntentRow[]> =>
  selected(
    db,
    sql`where i.tenant_id = ${tenantId} and i.bill_id = ${billId} order by i.created_at desc, i.intent_no desc limit ${limit}`,
  );

/** The one of a bill that may still be paid; its bill is locked. By intent_open. */
export const findOpenIntent = async (
  tx: Tx,
  { tenantId, billId }: { readonly tenantId: string; readonly billId: string },
): Promise<IntentRow | undefined> => {
  const [row] = await selected(
    tx,
    sql`where i.tenant_id = ${tenantId} and i.bill_id = ${billId} and i.status in ('created', 'shown', 'unknown')`,
  );
  return row;
};

/** A payment to ask for. */
export interface NewIntent {
  readonly intentNo: string;
  readonly channel: ChannelName;
  readonly billId: string;
  readonly billVersion: number;
  readonly amount: Fen;
  readonly end: Date;
  readonly userId: string;
  readonly askAfterSec: number;
}

/** Adds one; its bill is locked, and has no open one. */
export const insertIntent = async (tx: Tx, tenantId: string, intent: NewIntent): Promise<void> => {
  const { intentNo, channel, billId, billVersion, amount, end, userId, askAfterSec } = intent;
  await sql`
    insert into intent (tenant_id, intent_no, channel, bill_id, bill_version, amount_fen, end_at, user_id, ask_at)
      values (${tenantId}, ${intentNo}, ${channel}, ${billId}, ${billVersion}, ${amount}, ${end}, ${userId},
        app_now() + make_interval(secs => ${askAfterSec}))`.execute(tx);
};

/** What an intent has become by its facts. */
export interface ChangedIntent {
  readonly status: IntentStatus;
  readonly receiptNo: string | null;
  readonly codeUrl: string | null;
  readonly formUrl: string | null;
  readonly tries: number;
  /** Null: nobody asks any more. */
  readonly askAfterSec: number | null;
}

/** Stores it; the row is locked. */
export const updateIntent = async (
  tx: Tx,
  { tenant_id: tenantId, intent_no: intentNo }: Pick<IntentRow, 'tenant_id' | 'intent_no'>,
  { status, receiptNo, codeUrl, formUrl, tries, askAfterSec }: ChangedIntent,
): Promise<void> => {
  await sql`
    update intent set status = ${status}, receipt_no = ${receiptNo}, code_url = ${codeUrl}, form_url = ${formUrl}, tries = ${tries},
        ask_at = app_now() + make_interval(secs => ${askAfterSec}::double precision), version = version + 1, updated_at = app_now()
      where tenant_id = ${tenantId} and intent_no = ${intentNo}`.execute(tx);
};

/** Those whose channel is to be asked now, the longest due first. By intent_to_ask. */
export const listToAsk = async (db: Db, limit: number): Promise<{ readonly intent_no: string }[]> =>
  db
    .selectFrom('intent')
    .select('intent_no')
    .where('ask_at', 'is not', null)
    .where('ask_at', '<=', sql<Date>`app_now()`)
    .orderBy('ask_at')
    .limit(limit)
    .execute();

/** Puts the next question off: this one failed by a fault of ours. */
export const putOff = async (tx: Tx, intentNo: string, seconds: number): Promise<void> => {
  await sql`
    update intent set ask_at = app_now() + make_interval(secs => ${seconds}), updated_at = app_now() where intent_no = ${intentNo} and ask_at is not null`.execute(
    tx,
  );
};
