import type { Output } from '@ronghui/contract';
import { dayLater, dayOf } from '@ronghui/domain/calendar';
import { applyRate, differenceOf, rateOf, rmbText, sumFen } from '@ronghui/domain/money';
import { billJobs, billSentJobs } from '#features/bill/bill.jobs';
import { type AddedLine, countDrafts, drawUpDrafts, insertLines, issuePart } from '#features/bill/bill.steps';
import { Finance } from '../finance.ts';
import { DemonstrationRefused } from '../operation-call.ts';
import { runSentJob } from '../sent-job.ts';
import { BillingCalendar } from './billing-calendar.ts';
import { linesOf, orgNames, projectNames, ruleVersions } from './billing-lines.ts';
import { company } from './company.ts';
import type { DaysAgo, Stage } from './event.ts';
import { paperOf } from './paper.ts';

type Bill = Output<'ops.bill.page'>['items'][number] & { readonly billNo: string };

/** A bill in the story: its product, and the place of its organisation, from 1. */
export type BillName = `${string}/${number}`;

/** The provider's books of the merchant: stages, rules, lines and bills. */
export class BillingBook {
  readonly finance: Finance;
  readonly days: BillingCalendar;
  readonly #stage: Stage;
  readonly #stageIds = new Map<number, string>();
  readonly #projects = new Map<string, string>();
  readonly #orgs: string[] = [];

  constructor(stage: Stage, ago: DaysAgo) {
    this.#stage = stage;
    this.finance = new Finance(stage.past, stage.staff);
    this.days = new BillingCalendar(ago);
  }

  /** Makes what bills are grouped by, and the rules with all their versions. */
  async begin(): Promise<void> {
    const { tenantId } = this.#stage.cast.owner;
    for (const name of orgNames) this.#orgs.push((await this.finance.call('ops.org.save', { name })).orgId);
    for (const name of projectNames) {
      this.#projects.set(name, (await this.finance.call('ops.project.save', { tenantId, name })).projectId);
    }
    const rules = new Map<string, { readonly ruleId: string; readonly version: number }>();
    for (const { productId, terms, stage, day } of ruleVersions()) {
      const former = rules.get(productId);
      const scope = { productId, orgId: null, tenantId };
      const holdsFrom = dayLater(this.days.opensOn(stage), day - 1);
      const { ruleId, version } = await this.finance.call('ops.feeRule.save', {
        ...former,
        ...scope,
        holdsFrom,
        terms,
      });
      rules.set(productId, { ruleId, version });
    }
  }

  async openStage(stage: number): Promise<void> {
    const opensOn = this.days.opensOn(stage);
    const issuesOn = this.days.issuesOn(stage);
    const { stageId } = await this.finance.call('ops.stage.save', { name: opensOn.slice(0, 7), opensOn, issuesOn });
    this.#stageIds.set(stage, stageId);
  }

  /** The lines of a stage: those of some bills, or all but theirs. */
  lines(stage: number, isWanted: (name: BillName) => boolean): readonly AddedLine[] {
    const [opensOn, days] = [this.days.opensOn(stage), this.days.daysPassed(stage)];
    const lines = linesOf({ stage, opensOn, days, projects: this.#projects, orgs: this.#orgs });
    return lines.filter((line) => isWanted(this.#nameOf(line)));
  }

  /** Fills a stage with its lines, as far as no file brought them, and draws up its drafts. */
  async fillStage(stage: number, brought: readonly BillName[] = []): Promise<void> {
    const { past, cast } = this.#stage;
    const stageId = this.stageId(stage);
    const lines = this.lines(stage, (name) => !brought.includes(name));
    await insertLines(past.tx, cast.owner.tenantId, { stageId, lines });
    await drawUpDrafts(past.tx, stageId, async () => undefined);
  }

  /** Issues a stage, or the bills of one product in it. */
  async issue(stage: number, productId?: string): Promise<void> {
    const { past } = this.#stage;
    const part = { stageId: this.stageId(stage), productId };
    const count = await countDrafts(past.tx, part);
    await issuePart(past.tx, past.ports, { part, count, staffId: this.finance.staffId });
  }

  /** The bills of a stage as they stand: those named, or all. */
  async bills(stage: number, names?: readonly BillName[]): Promise<readonly Bill[]> {
    const { items } = await this.finance.call('ops.bill.page', { stageId: this.stageId(stage), pageSize: 100 });
    return items.flatMap((bill) => {
      const name = this.#nameOf(bill);
      return bill.billNo !== null && (names?.includes(name) ?? true) ? [{ ...bill, billNo: bill.billNo }] : [];
    });
  }

  async bill(stage: number, name: BillName): Promise<Bill> {
    const [found] = await this.bills(stage, [name]);
    if (found === undefined) throw new Error(`stage ${stage} has no bill ${name}`);
    return found;
  }

  /** The finance of the merchant confirms pending bills of a stage. */
  async confirm(stage: number, names?: readonly BillName[]): Promise<void> {
    const bills = (await this.bills(stage, names)).filter(({ status }) => status === 'pending');
    const seen = bills.map(({ billNo, amount }) => ({ billNo, amount }));
    const { results } = await this.#stage.cast.finance.call('bill.batchConfirm', { bills: seen });
    this.#mustBe(results, ['confirmed', 'waitingApproval']);
  }

  /** The owner approves what waits in a stage. */
  async approve(stage: number, names?: readonly BillName[]): Promise<void> {
    const bills = (await this.bills(stage, names)).filter(({ approval }) => approval === 'waiting');
    const seen = bills.map(({ billNo, amount }) => ({ billNo, amount }));
    const { results } = await this.#stage.cast.owner.call('bill.approve', { bills: seen });
    this.#mustBe(results, ['confirmed']);
  }

  /** The owner sends back what waits in a stage. */
  async sendBack(stage: number, names: readonly BillName[], reason: string): Promise<void> {
    const bills = (await this.bills(stage, names)).filter(({ approval }) => approval === 'waiting');
    const seen = bills.map(({ billNo, amount }) => ({ billNo, amount }));
    const { results } = await this.#stage.cast.owner.call('bill.rejectApproval', { bills: seen, reason });
    this.#mustBe(results, ['sentBack']);
  }

  /** The finance of the merchant sends one voucher for payable bills of a stage: the bank's receipt of what is open of them. */
  async sendVoucher(stage: number, names?: readonly BillName[]): Promise<void> {
    const { past, cast } = this.#stage;
    const bills = (await this.bills(stage, names)).filter(
      ({ direction, status }) => direction === 'payable' && status === 'confirmed',
    );
    const paidAt = new Date(past.ports.clock.now().getTime() - 3_600_000).toISOString();
    const bankSerial = `HZ${stage}88120`;
    const open = bills.map(({ billNo, amount, paidAmount }) => ({ billNo, open: differenceOf(amount, paidAmount) }));
    const receipt = paperOf('银行电子回单', [
      ['付款人', company.companyName],
      ['付款日期', dayOf(new Date(paidAt))],
      ['银行流水号', bankSerial],
      ['金额', rmbText(sumFen(open.map((bill) => bill.open)))],
      ...open.map((bill) => [`附言 ${bill.billNo}`, rmbText(bill.open)] as const),
    ]);
    const fileIds = [await cast.finance.upload('银行电子回单.pdf', receipt)];
    const billNos = bills.map(({ billNo }) => billNo);
    await cast.finance.call('bill.uploadVoucher', { billNos, fileIds, paidAt, bankSerial });
  }

  /** The provider enters payments of a stage's confirmed bills: what is open, or some hundredths of it. */
  async settle(
    stage: number,
    { names, percent = 100 }: { names?: readonly BillName[]; percent?: number } = {},
  ): Promise<void> {
    const on = dayOf(this.#stage.past.ports.clock.now());
    const bills = (await this.bills(stage, names)).filter(({ status }) => status === 'confirmed');
    const payments = bills.map(({ billNo, amount, paidAmount }) => ({
      billNo,
      amount: applyRate(differenceOf(amount, paidAmount), rateOf(percent, 'percent')),
      on,
      serial: `${on.replaceAll('-', '')}${billNo.slice(-6)}`,
    }));
    const { results } = await this.finance.call('ops.bill.settle', { payments });
    this.#mustBe(results, ['settled', 'paid']);
  }

  /** The provider takes the last payment of a bill back, which was registered by mistake. */
  async reverse(stage: number, name: BillName, reason: string): Promise<void> {
    const { billNo } = await this.bill(stage, name);
    const { settlements, version } = await this.finance.call('ops.bill.detail', { billNo });
    const last = settlements.at(-1);
    if (last === undefined) throw new Error(`${billNo} has no payment`);
    await this.finance.call('ops.bill.reversePayment', { billNo, stepNo: last.stepNo, reason, version });
  }

  /** What the clock has decided is written down, as the job does, or announced before it. */
  async runJob(name: 'bill.clock' | 'bill.remind'): Promise<void> {
    const { past, log } = this.#stage;
    await billJobs.find((each) => each.name === name)?.run({ database: past.database, ports: past.ports, log });
  }

  /** What a call has sent to be done is done at once. */
  runSentJob(name: 'bill.importLines' | 'bill.takeBackLines', payload: object): Promise<void> {
    const { past, log } = this.#stage;
    const job = billSentJobs.find((each) => each.name === name);
    return runSentJob(past, job, { payload, log });
  }

  #nameOf({ productId, orgId }: { readonly productId: string; readonly orgId: string }): BillName {
    return `${productId}/${this.#orgs.indexOf(orgId) + 1}`;
  }

  /** The id of a stage that was opened. */
  stageId(stage: number): string {
    const stageId = this.#stageIds.get(stage);
    if (stageId === undefined) throw new Error(`stage ${stage} was not opened before`);
    return stageId;
  }

  #mustBe(results: readonly { readonly outcome: string }[], outcomes: readonly string[]): void {
    const other = results.find(({ outcome }) => !outcomes.includes(outcome));
    if (other !== undefined) throw new DemonstrationRefused(`bills: ${JSON.stringify(other)}`);
  }
}
