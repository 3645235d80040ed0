import { fen as fenOf, yuanText } from '@ronghui/domain/money';
import { addBill } from '#features/bill/bill.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestReply } from '#kernel/testing/test-client';

type Data = TestReply['body']['data'];
type Payload = Readonly<Record<string, unknown>>;

/** The head of a ledger that is recognised without help. */
export const ledgerHead = '业务编号,日期,金额,对方';

/** A ledger as CSV: reference, amount in fen, and the day of the bills' lines unless it is given. */
export const ledgerOf = (rows: readonly (readonly [reference: string, amount: number, day?: string])[]): string =>
  [
    ledgerHead,
    ...rows.map(
      ([reference, amount, day = '2026-10-15']) =>
        `${reference},${day},${yuanText(fenOf(amount), { grouping: false })},某机构`,
    ),
  ].join('\r\n');

const dataOf = ({ status, text, body }: TestReply): Data => {
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** A merchant with issued bills, who reconciles. */
export class ReconFixture {
  readonly app: TestApp;
  readonly owner: Merchant;

  constructor(app: TestApp, owner: Merchant) {
    this.app = app;
    this.owner = owner;
  }

  static async open(options: TestAppOptions = {}): Promise<ReconFixture> {
    const app = await testApp(options);
    const owner = await makeMerchant(app, '王小明');
    return new ReconFixture(app, owner);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** A call of the owner, or of another merchant. */
  call(operationId: string, payload: Payload = {}, by: Merchant = this.owner): Promise<TestReply> {
    return by.browser.call(operationId, payload);
  }

  /** A write of the owner. */
  write(operationId: string, payload: Payload = {}, by: Merchant = this.owner): Promise<TestReply> {
    return by.browser.call(operationId, { ...payload, idempotencyKey: newKey() });
  }

  /** An issued bill with lines of these fees; their references. */
  async bill(given: Parameters<typeof addBill>[2] = {}, by: Merchant = this.owner) {
    const bill = await addBill(this.app, by, given);
    const rows = await this.app.rows(
      'select loan_no from bill_line where tenant_id = $1 and line_id = any($2) order by loan_no',
      [by.tenantId, bill.lineIds],
    );
    return { ...bill, references: rows.map((row) => String(row['loan_no'])) };
  }

  async upload(file: string | Buffer, name = '商户账.csv', by: Merchant = this.owner): Promise<TestReply> {
    return by.browser.upload('recon.upload', name, Buffer.from(file), {});
  }

  /** The id of an uploaded ledger with the mapping that is recognised. */
  async ledger(file: string | Buffer, by: Merchant = this.owner): Promise<{ ledgerId: string; mapping: Data }> {
    const { ledgerId } = dataOf(await this.upload(file, undefined, by));
    const { mapping } = dataOf(await this.call('recon.preview', { ledgerId }, by));
    return { ledgerId, mapping };
  }

  /** Sends a run of a ledger against the payable fees of a stage. */
  async start(file: string | Buffer, stageId: string, more: Payload = {}, by: Merchant = this.owner): Promise<Data> {
    const subject = { side: 'fee', direction: 'payable', stageId, ...more };
    return dataOf(await this.write('recon.start', { ...subject, ...(await this.ledger(file, by)) }, by));
  }

  /** Runs a ledger against a stage to its end. */
  async run(file: string | Buffer, stageId: string, more: Payload = {}, by: Merchant = this.owner): Promise<Data> {
    const { runId } = await this.start(file, stageId, more, by);
    await this.app.app.sentJobs.drain();
    return this.get(runId, by);
  }

  async get(runId: string, by: Merchant = this.owner): Promise<Data> {
    return dataOf(await this.call('recon.get', { runId }, by));
  }

  /** The items of a run, as a list shows them. */
  async rows(runId: string, more: Payload = {}): Promise<Data[]> {
    return dataOf(await this.call('recon.rows', { runId, pageSize: 100, ...more })).items;
  }

  /** A step on a run by the version that it has now; its run after it. */
  async step(verb: string, runId: string, payload: Payload = {}): Promise<Data> {
    const { version } = await this.get(runId);
    return dataOf(await this.write(`recon.${verb}`, { runId, version, ...payload }));
  }
}

/** Items and sums by kind, of the kinds that have any. */
export const kindsOf = (run: Data): Record<string, readonly number[]> =>
  Object.fromEntries(
    run.totals
      .filter(({ items }: Data) => items > 0)
      .map(({ kind, items, ledgerAmount, lineAmount }: Data) => [kind, [items, ledgerAmount, lineAmount]]),
  );

/** A stage with three lines, of which the ledger has one alike, one otherwise, none of the third, and one more. */
export const differingRun = async (fixture: ReconFixture) => {
  const bill = await fixture.bill({ fees: [10_000, 20_000, 30_000] });
  const [one = '', two = ''] = bill.references;
  const file = ledgerOf([
    [one, 10_000],
    [two, 21_000],
    ['X-1', 5_000],
  ]);
  return { ...bill, file, run: await fixture.run(file, bill.stageId) };
};
