import { dayOf } from '@ronghui/domain/calendar';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { type BillingStaff, enterBilling } from '#features/bill/billing/billing.fixture';
import { decide, outcomesOf, seen } from '#features/bill/confirmation/confirmation.fixture';
import { addLine, addStage } from '#features/bill/line.fixture';
import { addMember, setSecondApprover } from '#features/bill/member.fixture';
import { pdf } from '#features/file/file.fixture';
import { addOrder, applied, fullTitle, readyTenant } from '#features/invoice/invoice.fixture';
import { newKey } from '#features/order/order.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import {
  cutMoments,
  openStatementFaults,
  type Scenario,
  type StatementFaults,
  type Try,
} from './statement-faults.fixture.ts';
import { openTwoTenants, type TwoTenants } from './two-tenants.fixture.ts';

let fixture: TwoTenants;
let faults: StatementFaults;
let desk: BillingStaff;
/** Who confirms, and who approves. */
let owner: Merchant;
let finance: Merchant;
let pictureId: string;
beforeAll(async () => {
  fixture = await openTwoTenants();
  faults = await openStatementFaults(fixture.app);
  desk = await enterBilling(fixture.app);
  await desk.rule();
  owner = await fixture.merchant();
  finance = await addMember(fixture.app, owner, { name: '陈会计', role: 'finance' });
  pictureId = await fixture.picture(owner);
  await readyTenant(fixture.app, owner);
}, 60_000);
afterAll(async () => {
  await faults.close();
  await fixture.close();
});

const keyed = ({ browser }: Pick<Merchant, 'browser'>, payload: Try['payload']): Try => ({
  browser,
  payload: { ...payload, idempotencyKey: newKey() },
});
const bill = (): Promise<AddedBill> => addBill(fixture.app, owner, { fees: [70_000, 50_000] });

/** A bill that the owner has confirmed; with a second approver it waits for the approval. */
const confirmed = async (waits = false): Promise<AddedBill> => {
  await setSecondApprover(fixture.app, owner, waits);
  const made = await bill();
  outcomesOf(await decide(owner, 'bill.batchConfirm', [made]));
  return made;
};

const sendVoucher = async ({ billNo }: AddedBill) => ({
  billNos: [billNo],
  fileIds: [pictureId],
  paidAt: new Date(fixture.app.clock.now().getTime() - 60_000).toISOString(),
});

/** Drafts of a stage of its own. */
const drafted = async () => {
  const stageId = await addStage(fixture.app);
  await addLine(fixture.app, owner, { stage_id: stageId });
  await desk.generate(stageId);
  return { stageId, count: (await desk.bills({ stageId, status: 'draft' })).length };
};

const ofMerchant: Readonly<Record<string, Scenario>> = {
  'bill.batchConfirm': {
    async prepare() {
      await setSecondApprover(fixture.app, owner, false);
      return keyed(owner, { bills: [seen(await bill()), seen(await bill())] });
    },
  },
  'bill.approve': {
    prepare: async () => keyed(finance, { bills: [seen(await confirmed(true))] }),
  },
  'bill.rejectApproval': {
    prepare: async () => keyed(finance, { bills: [seen(await confirmed(true))], reason: '金额对不上' }),
  },
  'bill.uploadVoucher': {
    prepare: async () => keyed(owner, await sendVoucher(await confirmed())),
  },
  'feedback.upload': {
    prepare: async () => ({ browser: owner.browser, payload: {}, file: { name: '说明.pdf', bytes: pdf } }),
  },
  'invoice.saveTitle': {
    prepare: async () => keyed(owner, { ...fullTitle, address: `文三路 ${newKey()} 号` }),
  },
  'invoice.apply': {
    async prepare() {
      const orderNos = [await addOrder(fixture.app, owner), await addOrder(fixture.app, owner)];
      return keyed(owner, { orderNos, type: 'special' });
    },
  },
};

const ofDesk: Readonly<Record<string, Scenario>> = {
  'ops.bill.generate': {
    async prepare() {
      const stageId = await addStage(fixture.app);
      await addLine(fixture.app, owner, { stage_id: stageId });
      return keyed(desk, { stageId });
    },
  },
  'ops.bill.issue': { prepare: async () => keyed(desk, await drafted()) },
  'ops.bill.settle': {
    async prepare() {
      const { billNo, amount } = await confirmed();
      return keyed(desk, { payments: [{ billNo, amount, on: dayOf(fixture.app.clock.now()), serial: newKey() }] });
    },
  },
  'ops.bill.returnVoucher': {
    async prepare() {
      const made = await confirmed();
      await owner.browser.call('bill.uploadVoucher', { ...(await sendVoucher(made)), idempotencyKey: newKey() });
      const { vouchers, version } = (await desk.browser.call('ops.bill.detail', { billNo: made.billNo })).body.data;
      return keyed(desk, { billNo: made.billNo, voucherId: vouchers[0].voucherId, reason: '查无此笔', version });
    },
  },
  'ops.bill.reversePayment': {
    async prepare() {
      const { billNo, amount } = await confirmed();
      await desk.write('ops.bill.settle', {
        payments: [{ billNo, amount, on: dayOf(fixture.app.clock.now()), serial: newKey() }],
      });
      const { settlements, version } = (await desk.browser.call('ops.bill.detail', { billNo })).body.data;
      return keyed(desk, { billNo, stepNo: settlements[0].stepNo, reason: '登记错账单', version });
    },
  },
  'feedback.handle': {
    async prepare() {
      const feedbackNo = await fixture.feedback(owner);
      return keyed(desk, { feedbackNo, action: 'adjust', newAmount: 2, reason: '核对后调整', version: 1 });
    },
  },
  'ops.invoice.issue': {
    async prepare() {
      const invoiceNo = await applied(owner, { orderNos: [await addOrder(fixture.app, owner)] });
      const number = String(fixture.app.clock.now().getTime()) + invoiceNo.slice(-6).replaceAll(/\D/g, '0');
      return keyed(desk, { invoiceNo, number, version: 1 });
    },
  },
};

const scenarios = { ...ofMerchant, ...ofDesk };

/** Those that write the most lose statement and reply in every run; the others lose the reply, and both in the long run. */
const both: ReadonlySet<string> = new Set([
  'bill.batchConfirm',
  'bill.uploadVoucher',
  'invoice.apply',
  'ops.bill.settle',
]);
const isLong = process.env['RONGHUI_LONG'] === '1';
const momentsOf = (id: string) => (isLong || both.has(id) ? cutMoments : cutMoments.slice(-1));

describe.each(Object.entries(scenarios))('R14.6 %s loses its database', (id, scenario) => {
  it.each(momentsOf(id))(
    'R14.6 %s any of its statements: all of it is written, or none',
    { timeout: 60_000 },
    (moment) => faults.expectAllOrNone(id, scenario, moment),
  );
});
