import type { SmsProvider } from '@ronghui/domain/sender/sms';
import type { Database } from '#kernel/database/db';
import type { Digests } from '#kernel/ports';
import { applyReports, type DeliveryReport } from '#kernel/sending/delivery.sql';

/** Reports in one request; the carriers send some dozens. */
const reportsAtOnce = 500;
const longestId = 128;

const textIn = (row: Readonly<Record<string, unknown>>, name: string): string => {
  const value = row[name];
  return typeof value === 'string' && !value.includes('\0') ? value.slice(0, longestId) : '';
};

type Row = Readonly<Record<string, unknown>>;

/** A row of each carrier as a report; null where it is none. */
const readers: Readonly<Record<SmsProvider, (row: Row) => DeliveryReport | null>> = {
  aliyun: (row) =>
    typeof row['success'] !== 'boolean'
      ? null
      : {
          providerMessageId: textIn(row, 'biz_id'),
          messageId: textIn(row, 'out_id'),
          isDelivered: row['success'],
          reason: `${textIn(row, 'err_msg')}（${textIn(row, 'err_code')}）`,
        },
  tencent: (row) =>
    row['report_status'] !== 'SUCCESS' && row['report_status'] !== 'FAIL'
      ? null
      : {
          providerMessageId: textIn(row, 'sid'),
          messageId: '',
          isDelivered: row['report_status'] === 'SUCCESS',
          reason: `${textIn(row, 'description')}（${textIn(row, 'errmsg')}）`,
        },
  http: (row) =>
    typeof row['delivered'] !== 'boolean'
      ? null
      : {
          providerMessageId: '',
          messageId: textIn(row, 'id'),
          isDelivered: row['delivered'],
          reason: textIn(row, 'reason'),
        },
};

/** What each carrier wants to hear, so that it does not send the same again. */
export const thanks: Readonly<Record<SmsProvider, string>> = {
  aliyun: JSON.stringify({ code: 0, msg: '接收成功' }),
  tencent: JSON.stringify({ result: 0, errmsg: 'OK' }),
  http: '{}',
};

/** The secret in the address that a carrier reports to: derived, so it is stored nowhere and equal on every node. @source running 2.4 */
export const reportSecret = (digests: Digests, provider: SmsProvider): string =>
  digests.of('smsReports', provider).toString('base64url');

/** The reports in a body; null where it has none of the provider's form. */
const reportsIn = (provider: SmsProvider, body: Buffer): readonly DeliveryReport[] | null => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length > reportsAtOnce) return null;
  return parsed.flatMap((row: unknown) => readers[provider](Object(row)) ?? []);
};

/**
 * Takes reports of a provider. Nobody signs them, so a report changes the state of a delivery and nothing else; false for a body that is none.
 *
 * @source running 2.4
 */
export const takeReports = async (database: Database, provider: SmsProvider, body: Buffer): Promise<boolean> => {
  const reports = reportsIn(provider, body);
  if (reports === null) return false;
  if (reports.length > 0) await database.transact('service', (tx) => applyReports(tx, provider, reports));
  return true;
};
