import { fen, yuanText } from '@ronghui/domain/money';
import { type BillingStaff } from '#features/bill/billing/billing.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

type Data = TestReply['body']['data'];

/** A line as a statement of a test has it. */
export interface GivenLine {
  readonly day?: string;
  readonly time?: string;
  readonly serial?: string;
  /** In yuan; below zero went out. */
  readonly amount: number;
  readonly name?: string;
  readonly account?: string;
  readonly remark?: string;
}

/** Amounts may have a comma. */
const yuanCell = (amount: number): string => `"${yuanText(fen(amount))}"`;
const yuan = (amount: number): string => yuanCell(Math.round(amount * 100));

const head = '交易时间,交易流水号,收入,支出,余额,对方户名,对方账号,对方开户行,附言';

/** A statement whose balances follow from each other, the oldest line first. */
export const statementOf = (
  lines: readonly GivenLine[],
  opening = 1000,
  order: 'forward' | 'backward' = 'forward',
): string => {
  let balance = opening * 100;
  const rows = lines.map(
    ({ day = '2026-11-03', time = '10:00:00', serial = '', amount, name = '', account = '', remark = '' }) => {
      balance += Math.round(amount * 100);
      const [income, expense] = amount > 0 ? [yuan(amount), ''] : ['', yuan(-amount)];
      return `${day} ${time},${serial},${income},${expense},${yuanCell(balance)},${name},${account},示例银行,${remark}`;
    },
  );
  return [head, ...(order === 'forward' ? rows : rows.toReversed())].join('\n');
};

const payeeAccount = '622200000001';

/** The site with an account that merchants pay to; before anything is asked of the app. */
export const addPayee = async (app: TestApp): Promise<void> => {
  const site = {
    brand: { name: '融惠', logoUrl: '/favicon.svg', primary: '#23408e' },
    contacts: { phone: '—', email: '—', address: '—', hours: '—' },
    icp: '',
    policeRecord: '',
    licences: [],
    docCenter: 'off',
    payee: { name: '融惠科技', bank: '示例银行', accountNo: '6222 0000 0001' },
  };
  await app.rows("insert into site_setting (key, value) values ('site', $1)", [JSON.stringify(site)]);
};

/** The desk that imports statements of the account that merchants pay to. */
export class StatementDesk {
  readonly #staff: BillingStaff;
  readonly ownAccount = payeeAccount;

  constructor(staff: BillingStaff) {
    this.#staff = staff;
  }

  preview = (file: string | Buffer, fields: object = {}, name = '流水.csv'): Promise<TestReply> =>
    this.#staff.browser.upload('ops.bankLine.preview', name, Buffer.from(file), {
      ownAccount: this.ownAccount,
      ...fields,
    });

  /** Imports a file by what is recognised, or by fields that are given. */
  import = async (file: string | Buffer, fields: object = {}, name = '流水.csv'): Promise<TestReply> => {
    const seen = await this.preview(file, fields, name);
    if (seen.status !== 200) return seen;
    const { mapping } = seen.body.data;
    return this.#staff.browser.upload('ops.bankLine.import', name, Buffer.from(file), {
      ownAccount: this.ownAccount,
      mapping,
      ...fields,
    });
  };

  /** What an import took in. */
  imported = async (file: string | Buffer, fields: object = {}): Promise<Data> => {
    const { status, text, body } = await this.import(file, fields);
    if (status !== 200) throw new Error(text);
    return body.data;
  };
}
