import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approveBill,
  type BillHistoryKind,
  type BillHistoryRow,
  type BillState,
  clockStep,
  confirmBill,
  historyFault,
  issuedBill,
  presentBill,
  rejectApproval,
  reversePayment,
  settleBill,
} from '../bill.ts';
import { dayOf, deadlineIn } from '../calendar.ts';
import {
  answerFeedback,
  type FeedbackAction,
  type FeedbackState,
  openFeedback,
  reopenFeedback,
  withdrawFeedback,
} from '../feedback.ts';
import { differenceOf, type Fen, fen } from '../money.ts';
import { calendar } from './feedback.fixture.ts';

const commands = [
  'confirm',
  'approve',
  'sendBack',
  'dispute',
  'reopen',
  'withdraw',
  'accept',
  'adjust',
  'reject',
  'pay',
  'payBack',
  'clock',
  'switch',
] as const;

/** What is asked of a bill: who, with which amount, and how many hours after the command before. */
const asked = fc.record({
  command: fc.constantFrom(...commands),
  by: fc.constantFrom('lin', 'chen'),
  amount: fc.nat(30).map((tens) => fen(tens * 50)),
  hours: fc.oneof({ weight: 4, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(150) }),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

interface Effect {
  readonly kind: BillHistoryKind;
  readonly bill: BillState;
  readonly more?: Partial<BillHistoryRow>;
}

/** A bill with its feedback and its history, as a server keeps them: what the clock did is written before any other step. */
class Life {
  bill: BillState;
  now = new Date('2026-11-20T04:00:00Z');
  secondApprover = false;
  readonly cases: { no: string; state: FeedbackState; claimed: Fen }[] = [];
  readonly rows: BillHistoryRow[] = [];

  constructor() {
    this.bill = issuedBill(fen(1000), deadlineIn(calendar, this.now, 5).at);
    this.write({ kind: 'issued', bill: this.bill }, 'ops');
  }

  get at() {
    return { now: this.now, secondApprover: this.secondApprover };
  }

  write({ kind, bill, more }: Effect, by: string | null, when = this.now): void {
    this.bill = bill;
    this.rows.push({ kind, at: when, by, amount: bill.amount, confirmBy: bill.confirmBy, ...more });
  }

  runClock(): void {
    const step = clockStep(this.bill, this.now);
    if (step === null) return;
    const kind = step === 'autoConfirm' ? 'autoConfirmed' : 'autoApproved';
    this.write({ kind, bill: presentBill(this.bill, this.at) }, null, this.bill.confirmBy);
  }

  decide({ command, by, amount }: Asked): Effect | null {
    const seen = { seen: this.bill.amount, userId: by, at: this.at };
    if (command === 'confirm') {
      const step = confirmBill(this.bill, seen);
      return step.ok
        ? { kind: 'confirmed', bill: step.bill, more: { waits: step.outcome === 'waitingApproval' } }
        : null;
    }
    if (command === 'approve') {
      const step = approveBill(this.bill, seen);
      return step.ok ? { kind: 'approved', bill: step.bill } : null;
    }
    if (command === 'sendBack') {
      const step = rejectApproval(this.bill, seen, calendar);
      return step.ok ? { kind: 'sentBack', bill: step.bill } : null;
    }
    if (command === 'pay') {
      // Chen pays what is left, Lin any amount.
      const payment = by === 'chen' ? differenceOf(this.bill.amount, this.bill.paid) : amount;
      const step = settleBill(this.bill, { amount: payment, on: dayOf(this.now), serial: 'B' }, this.at);
      return step.ok ? { kind: step.isSettled ? 'settled' : 'paid', bill: step.bill, more: { payment } } : null;
    }
    return command === 'payBack' ? this.payBack(by) : this.decideCase(command, amount);
  }

  /** Chen takes the last payment back that stands, Lin the first. */
  payBack(by: string): Effect | null {
    const reversed = new Set(this.rows.flatMap(({ reverses }) => reverses ?? []));
    const payments = this.rows.flatMap(({ kind, payment }, at) =>
      (kind === 'paid' || kind === 'settled') && payment !== undefined ? [{ payment, number: at + 1 }] : [],
    );
    const standing = payments.filter(({ number }) => !reversed.has(number));
    const chosen = by === 'chen' ? standing.at(-1) : standing[0];
    if (chosen === undefined) return null;
    const { payment, number } = chosen;
    const step = reversePayment(this.bill, { amount: payment, isReversed: false, isInvoiced: false }, this.at);
    return step.ok ? { kind: 'paymentReversed', bill: step.bill, more: { payment, reverses: number } } : null;
  }

  decideCase(command: Asked['command'], amount: Fen): Effect | null {
    if (command === 'dispute') {
      const step = openFeedback(this.bill, this.at, calendar);
      if (!step.ok) return null;
      const no = `F${this.cases.length}`;
      this.cases.push({ no, state: step.feedback, claimed: amount });
      return { kind: 'disputed', bill: step.bill, more: { feedbackNo: no } };
    }
    const last = this.cases.at(-1);
    if (last === undefined) return null;
    const more = { feedbackNo: last.no };
    if (command === 'reopen' || command === 'withdraw') {
      const step =
        command === 'reopen'
          ? reopenFeedback(last.state, this.bill, { at: this.at, calendar })
          : withdrawFeedback(last.state, this.bill, this.now);
      if (!step.ok) return null;
      last.state = step.feedback;
      return { kind: command === 'reopen' ? 'reopened' : 'withdrawn', bill: step.bill, more };
    }
    const actions: readonly string[] = ['accept', 'adjust', 'reject'] satisfies FeedbackAction[];
    if (!actions.includes(command)) return null;
    const action = command === 'accept' ? 'accept' : command === 'adjust' ? 'adjust' : 'reject';
    const step = answerFeedback(
      { feedback: last.state, bill: this.bill, claimedAmount: last.claimed, standing: this.bill.amount },
      { action, reason: '核对', ...(action === 'adjust' ? { newAmount: amount } : {}) },
      { now: this.now, calendar },
    );
    if (!step.ok) return null;
    last.state = step.feedback;
    return { kind: action === 'reject' ? 'kept' : 'adjusted', bill: step.bill, more };
  }

  take(ask: Asked): void {
    this.now = new Date(this.now.getTime() + ask.hours * 3_600_000);
    if (ask.command === 'switch') this.secondApprover = !this.secondApprover;
    const effect = this.decide(ask);
    if (effect === null) {
      // A refusal writes nothing but what the clock did, and that only when the job runs.
      if (ask.command === 'clock') this.runClock();
      return;
    }
    this.runClock();
    this.write(effect, ask.by);
  }
}

const lived = (asks: readonly Asked[]): Life => {
  const life = new Life();
  for (const ask of asks) life.take(ask);
  return life;
};
const lives = fc.array(asked, { minLength: 20, maxLength: 60 });

describe('R4.12 the life of a bill', () => {
  it('R4.12 whatever is asked in whatever order, the history is legal', () => {
    const reached = new Set<BillHistoryKind>();
    fc.assert(
      fc.property(lives, (asks) => {
        const { rows } = lived(asks);
        for (const { kind } of rows) reached.add(kind);
        expect(historyFault(rows)).toBeNull();
      }),
      { numRuns: 1000 },
    );
    // The test has seen every kind of step, or it proves little.
    expect(reached.size).toBe(14);
  });

  it('R4.9 who approves is never who confirmed, and the payments of a settled bill are its amount', () => {
    fc.assert(
      fc.property(lives, (asks) => {
        const { bill } = lived(asks);
        if (bill.approvedBy !== null) expect(bill.approvedBy).not.toBe(bill.confirmedBy);
        expect(bill.paid).toBeLessThanOrEqual(bill.amount);
        if (bill.status === 'settled') expect(bill.paid).toBe(bill.amount);
        expect(bill.amount).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  it('R4.12 a history from which a row is lost, doubled or backdated is not legal', () => {
    let damaged = 0;
    fc.assert(
      fc.property(lives, fc.nat(), fc.constantFrom('lost', 'doubled', 'backdated', 'amount'), (asks, pick, damage) => {
        const { rows } = lived(asks);
        fc.pre(rows.length > 2);
        const at = 1 + (pick % (rows.length - 1));
        const row = rows[at];
        // Without a trace in the rest can be missing the last row, a payment and its reversal, and a confirmation that was taken back.
        const isMoney = row?.kind === 'paid' || row?.kind === 'settled' || row?.kind === 'paymentReversed';
        const isTraced = !isMoney && at < rows.length - 1 && rows[at + 1]?.kind !== 'reopened';
        if (row === undefined || (damage === 'lost' && !isTraced)) return;
        if (damage === 'doubled' && row.kind === 'paid') return;
        damaged += 1;
        expect(historyFault(withDamage(rows, at, damage))).not.toBeNull();
      }),
      { numRuns: 500 },
    );
    expect(damaged).toBeGreaterThan(50);
  });
});

type Damage = 'lost' | 'doubled' | 'backdated' | 'amount';

const withDamage = (rows: readonly BillHistoryRow[], at: number, damage: Damage): readonly BillHistoryRow[] => {
  const row = rows[at];
  if (row === undefined) return rows;
  const before = rows.slice(0, at);
  const after = rows.slice(at + 1);
  if (damage === 'lost') return [...before, ...after];
  if (damage === 'doubled') return [...before, row, row, ...after];
  if (damage === 'backdated') return [...before, { ...row, at: new Date(0) }, ...after];
  return [...before, { ...row, amount: differenceOf(fen(-1), row.amount) }, ...after];
};
