import { dayOf } from '@ronghui/domain/calendar';
import { fen, rateOf, taxIn } from '@ronghui/domain/money';
import { faultsOf, stepsOf } from '#features/bill/confirmation/bill-history.fixture';
import { runBillJobs } from '#features/bill/confirmation/confirmation.fixture';
import { addMember } from '#features/bill/member.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import type { TestReply } from '#kernel/testing/test-client';
import type { FeedbackFixture } from './feedback.fixture.ts';

type Outcomes = readonly string[];

const outcomesOf = ({ status, text, body }: TestReply): Outcomes => {
  if (status !== 200) throw new Error(text);
  return body.data.results.map(({ outcome }: { outcome: string }) => outcome);
};

const countsOf = `
  select b.status, b.paid_fen, b.amount_fen, b.adjusted_fen, b.tax_fen, b.step_no,
    b.lines_fen + b.minimum_fen + b.cap_fen as issued_fen,
    (select count(*)::int from feedback f where f.bill_no = b.bill_no and f.status in ('open', 'inProgress')) as open,
    (select count(*)::int from feedback_message m join feedback f using (tenant_id, feedback_no) where f.bill_no = b.bill_no) as messages,
    (select count(*)::int from notice n join feedback f on f.feedback_no = n.place_id where f.bill_no = b.bill_no and n.place = 'feedback') as notices,
    (select count(*)::int from audit_event a join feedback f on f.feedback_no = a.object where f.bill_no = b.bill_no and a.result = 'ok') as events,
    (select count(*)::int from member m where m.tenant_id = b.tenant_id) as members,
    (select coalesce(sum(s.amount_fen - s.from_fen), 0) from bill_step s where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id) as by_steps,
    (select coalesce(sum(s.amount_fen - s.from_fen), 0) from bill_step s join feedback f using (tenant_id, feedback_no)
      where s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and f.line_ids is not null) as of_lines,
    (select coalesce(sum(a.to_fen - a.from_fen), 0) from bill_line_adjustment a where a.tenant_id = b.tenant_id and a.bill_id = b.bill_id) as by_lines
  from bill b where b.bill_no = $1`;

/** What happens to a bill, each step by the operation or the job that people and the clock have for it. */
export class BillMoves {
  readonly fixture: FeedbackFixture;
  /** Another member of the first merchant, who may confirm and approve. */
  readonly colleague: Merchant;

  constructor(fixture: FeedbackFixture, colleague: Merchant) {
    this.fixture = fixture;
    this.colleague = colleague;
  }

  /** With a colleague of the first merchant. */
  static async open(fixture: FeedbackFixture): Promise<BillMoves> {
    return new BillMoves(fixture, await addMember(fixture.app, fixture.first, { name: '陈会计', role: 'finance' }));
  }

  async #seen(billNo: string): Promise<number> {
    return Number((await this.fixture.billRow(billNo))['amount_fen']);
  }

  /** Confirms, approves or sends back a bill that is named twice in its batch, for the amount of now. @returns whether this call did it */
  async decide(
    operation: 'bill.batchConfirm' | 'bill.approve' | 'bill.rejectApproval',
    billNo: string,
    by: Merchant = this.fixture.first,
  ): Promise<boolean> {
    const bill = { billNo, amount: await this.#seen(billNo) };
    const reason = operation === 'bill.rejectApproval' ? { reason: '金额对不上' } : {};
    const outcomes = outcomesOf(await this.fixture.write(by.browser, operation, { bills: [bill, bill], ...reason }));
    if (new Set(outcomes).size > 1) throw new Error(`one bill has two outcomes: ${outcomes.join()}`);
    return ['confirmed', 'waitingApproval', 'sentBack'].includes(outcomes[0] ?? '');
  }

  confirm = (billNo: string, by?: Merchant): Promise<boolean> => this.decide('bill.batchConfirm', billNo, by);

  /** Pays what is left, or a part of it. @returns whether it is settled by this call */
  async settle(billNo: string, part?: number): Promise<boolean> {
    const { amount_fen: amount, paid_fen: paid } = await this.fixture.billRow(billNo);
    const left = Number(amount) - Number(paid);
    const payment = {
      billNo,
      amount: part === undefined ? left : Math.min(part, left),
      on: dayOf(this.fixture.app.clock.now()),
      serial: part === undefined ? 'S-rest' : `S-${part}`,
    };
    const reply = await this.fixture.write(this.fixture.finance, 'ops.bill.settle', { payments: [payment, payment] });
    return outcomesOf(reply)[0] === 'settled';
  }

  /** Takes a payment back that is registered, of several the one at a place among them. */
  async payBack(billNo: string, place: number): Promise<TestReply> {
    const payments = await this.fixture.app.rows(
      `select s.step_no, b.version from bill b left join bill_step s on s.tenant_id = b.tenant_id and s.bill_id = b.bill_id and s.kind in ('paid', 'settled')
        where b.bill_no = $1 order by s.step_no`,
      [billNo],
    );
    const { step_no: stepNo, version } = payments[place % payments.length] ?? {};
    const payload = { billNo, stepNo: stepNo ?? 1, reason: '登记错账单', version };
    return this.fixture.write(this.fixture.finance, 'ops.bill.reversePayment', payload);
  }

  /** The jobs of the clock. */
  clock = (): Promise<void> => runBillJobs(this.fixture.app);

  /**
   * What is wrong with a bill and its cases: history, audit and notices of each effect, the amounts of its steps, its lines and its tax. Nothing
   * where all is right.
   */
  async faults(billNo: string): Promise<readonly string[]> {
    const { app } = this.fixture;
    const steps = await stepsOf(app, { billNo });
    const [found = {}] = await app.rows(countsOf, [billNo]);
    const numberOf = (...kinds: readonly string[]) => steps.filter(({ kind }) => kinds.includes(String(kind))).length;
    const moneyOf = (...kinds: readonly string[]) =>
      steps.reduce((sum, { kind, payment_fen }) => sum + (kinds.includes(String(kind)) ? Number(payment_fen) : 0), 0);
    const effects = numberOf('disputed', 'reopened', 'withdrawn', 'adjusted', 'kept');
    const amount = Number(found['amount_fen']);
    const wanted = {
      step_no: steps.length,
      paid_fen: moneyOf('paid', 'settled') - moneyOf('paymentReversed'),
      amount_fen: Number(steps.at(-1)?.['amount_fen']),
      adjusted_fen: amount - Number(found['issued_fen']),
      tax_fen: taxIn(fen(amount), rateOf(6, 'percent')),
      open: found['status'] === 'disputed' ? 1 : 0,
      messages: effects,
      events: effects,
      notices: numberOf('adjusted', 'kept') * Number(found['members']),
      by_steps: amount - Number(found['issued_fen']),
      by_lines: Number(found['of_lines']),
    };
    const differences = Object.entries(wanted).flatMap(([name, value]) =>
      Number(found[name]) === value ? [] : [`${name} is ${String(found[name])}, and ${value} is right`],
    );
    return [...(await faultsOf(app, { billNo })), ...differences];
  }

  /** The kinds of the steps of a bill. */
  kinds = async (billNo: string): Promise<readonly string[]> =>
    (await stepsOf(this.fixture.app, { billNo })).map(({ kind }) => String(kind));
}
