import { daysOfMonth } from '@ronghui/domain/bank-line/account-month';
import { dayLater } from '@ronghui/domain/calendar';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

type Data = TestReply['body']['data'];

/** The month before that of a day. */
export const monthBefore = (day: string): string => dayLater(`${day.slice(0, 7)}-01`, -1).slice(0, 7);

/** Who works on a month of an account. */
export class MonthDesk {
  readonly #browser: Pick<TestBrowser, 'call'>;
  readonly ownAccount: string;
  readonly month: string;

  constructor(browser: Pick<TestBrowser, 'call'>, ownAccount: string, month: string) {
    [this.#browser, this.ownAccount, this.month] = [browser, ownAccount, month];
  }

  read = async (): Promise<Data> => {
    const { status, text, body } = await this.#browser.call('ops.bankLine.month', {
      ownAccount: this.ownAccount,
      month: this.month,
    });
    if (status !== 200) throw new Error(text);
    return body.data;
  };
  /** The lines of the month, the latest first. */
  lines = async (more: object = {}): Promise<Data[]> =>
    (
      await this.#browser.call('ops.bankLine.list', {
        ownAccount: this.ownAccount,
        ...daysOfMonth(this.month),
        ...more,
      })
    ).body.data.items;
  write = (verb: string, payload: object): Promise<TestReply> =>
    this.#browser.call(`ops.bankLine.${verb}`, { idempotencyKey: newKey(), ...payload });
  close = (closingAmount: number): Promise<TestReply> =>
    this.write('closeMonth', { ownAccount: this.ownAccount, month: this.month, closingAmount });
}

/** A month of an account as rows: one line that came in, of nobody known, carried forward by who imported it. */
export const addCarriedMonth = async (
  app: TestApp,
  { ownAccount, month, amount }: { readonly ownAccount: string; readonly month: string; readonly amount: number },
): Promise<string> => {
  const receiptNo = `SK-${ownAccount}`;
  const [importer] = await app.rows(
    "insert into staff (staff_id, account, name, password_hash, roles) values ($1, $1, '导入人', '$argon2id$-', '{finance}') on conflict do nothing returning staff_id",
    [`importer-${ownAccount}`],
  );
  const staffId = String(importer?.['staff_id']);
  const on = `${month}-10`;
  await app.rows(
    `insert into receipt (receipt_no, source, received_on, own_account, serial, amount_fen, unapplied_fen, stated_fen, registered_by, is_unknown)
      values ($1, 'bank', $2, $3, $4, $5, $5, $5, $6, true)`,
    [receiptNo, on, ownAccount, `S-${ownAccount}`, amount, staffId],
  );
  await app.rows(
    `insert into bank_statement (statement_no, own_account, name, sha256, size_bytes, mapping, line_order, opening_fen, closing_fen, first_on, last_on, line_count,
        added_count, in_fen, out_fen, imported_by)
      values ($1, $2, '流水.csv', repeat('0', 64), 1, '{}', 'forward', 0, $3, $4, $4, 1, 1, $3, 0, $5)`,
    [`LS-${ownAccount}`, ownAccount, amount, on, staffId],
  );
  await app.rows(
    `with line as (insert into bank_line (statement_no, row_no, own_account, line_digest, booked_on, amount_fen, serial, receipt_no)
        values ($1, 2, $2, sha256(convert_to($2::text, 'UTF8')), $3, $4, $5, $6) returning line_no)
      insert into bank_line_note (line_no, kind, note, owner_id, by_id) select line_no, 'carried', '等商户来认', $7, $7 from line`,
    [`LS-${ownAccount}`, ownAccount, on, amount, `S-${ownAccount}`, receiptNo, staffId],
  );
  return receiptNo;
};
