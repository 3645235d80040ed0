import { randomInt } from 'node:crypto';
import { fen } from '@ronghui/domain/money';
import { type OrderAction, type OrderStatus, orderStatuses, stepOrder } from '@ronghui/domain/order';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loanPurchase, newKey, type OrderFixture, openOrderFixture, purchase } from './order.fixture.ts';
import { orderJobs } from './order.jobs.ts';

/** How many steps were taken, by the answers that the callers got. */
interface Model {
  taken: number;
  certified: boolean;
}

interface Real {
  readonly fixture: OrderFixture;
  readonly orderNo: string;
  readonly totalAmount: number;
}

const desk = {
  approve: 'approve',
  reject: 'reject',
  acceptPayment: 'acceptPayment',
  sendBackPayment: 'sendBackPayment',
  activate: 'activate',
  refund: 'refund',
  terminate: 'terminate',
} as const;
type Move = keyof typeof desk | 'cancel' | 'sendVoucher' | 'jobs';
const moves: readonly Move[] = ['cancel', 'sendVoucher', 'jobs', ...(Object.keys(desk) as (keyof typeof desk)[])];

/** Makes a move; returns how many steps it took by its answer, null where the answer does not say. */
const make = async (move: Move, { fixture, orderNo }: Real): Promise<number | null> => {
  if (move !== 'cancel' && move !== 'sendVoucher' && move !== 'jobs') {
    await fixture.takeStep(desk[move], orderNo, '理由');
    return null;
  }
  switch (move) {
    case 'cancel': {
      const reply = await fixture.first.call('order.cancel', { orderNo, idempotencyKey: newKey() });
      expect([200, 409]).toContain(reply.status);
      return reply.status === 200 ? 1 : 0;
    }
    case 'sendVoucher': {
      const reply = await fixture.sendVoucher(fixture.first, orderNo);
      expect([200, 409]).toContain(reply.status);
      return reply.status === 200 ? 1 : 0;
    }
    case 'jobs': {
      const { app } = fixture;
      for (const { run } of orderJobs) await run({ database: app.database, ports: app.ports, log: app.ports.log });
      return null;
    }
  }
};

interface Step {
  readonly action: OrderAction | 'submit';
  readonly from_status: OrderStatus | null;
  readonly to_status: OrderStatus;
  readonly actor: 'merchant' | 'ops' | 'job';
  readonly version: number;
}

/** Replays the history with the domain's transition table and compares its end with what is stored. */
const checkHistory = async ({ fixture, orderNo, totalAmount }: Real): Promise<readonly Step[]> => {
  const rows = await fixture.app.rows(
    'select action, from_status, to_status, actor, version from order_step where order_no = $1 order by version',
    [orderNo],
  );
  // The check constraints allow the domain's words only.
  const steps = rows as unknown as readonly Step[];
  let status: OrderStatus = 'pendingReview';
  let hasVoucher = false;
  for (const [index, step] of steps.entries()) {
    expect(step.version).toBe(index + 1);
    if (step.action === 'submit') continue;
    expect(step.from_status).toBe(status);
    const allowed = stepOrder(
      { status, totalAmount: fen(totalAmount), isCertified: true, hasVoucher },
      step.action,
      step.actor,
    );
    expect(allowed).toEqual({ ok: true, to: step.to_status });
    hasVoucher = step.action === 'sendVoucher';
    status = step.to_status;
  }
  const [stored] = await fixture.app.rows(
    `select o.status, o.version, (select count(*) from order_voucher v where v.order_no = o.order_no and v.status = 'waiting') as waiting,
      (select count(*) from audit_event where object = o.order_no and result = 'ok') as events
     from "order" o where o.order_no = $1`,
    [orderNo],
  );
  const waiting = hasVoucher && status === 'pendingPayment' ? 1 : 0;
  expect(stored).toEqual({ status, version: steps.length, waiting, events: steps.length });
  expect(orderStatuses).toContain(status);
  return steps;
};

/** Parallel moves. */
class Round implements fc.AsyncCommand<Model, Real> {
  readonly #moves: readonly Move[];
  constructor(each: readonly Move[]) {
    this.#moves = each;
  }
  check = () => true;
  async run(model: Model, real: Real) {
    const before = await checkHistory(real);
    const answers = await Promise.all(this.#moves.map((move) => make(move, real)));
    const after = await checkHistory(real);
    const added = after.slice(before.length);
    // The history contains exactly the steps that were answered as taken.
    const merchantSteps = added.filter(({ actor }) => actor === 'merchant').length;
    expect(merchantSteps).toBe(answers.reduce<number>((sum, each) => sum + (each ?? 0), 0));
    expect(added.filter(({ action }) => action === 'approve').length).toBeLessThanOrEqual(model.certified ? 1 : 0);
    model.taken = after.length;
  }
  toString = () => `together: ${this.#moves.join(', ')}`;
}

class Certify implements fc.AsyncCommand<Model, Real> {
  readonly #passed: boolean;
  constructor(passed: boolean) {
    this.#passed = passed;
  }
  check = (model: Readonly<Model>) => model.certified !== this.#passed;
  async run(model: Model, { fixture }: Real) {
    await fixture.certify(fixture.first, this.#passed ? 'passed' : 'pending');
    model.certified = this.#passed;
  }
  toString = () => (this.#passed ? 'certified' : 'certification under review again');
}

class PassDays implements fc.AsyncCommand<Model, Real> {
  readonly #days: number;
  constructor(days: number) {
    this.#days = days;
  }
  check = () => true;
  async run(_model: Model, { fixture }: Real) {
    await fixture.app.clock.advance({ days: this.#days });
    // Sessions expire on the way; they are not the subject of this test.
    await fixture.app.rows(`update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'`);
  }
  toString = () => `${this.#days} days pass`;
}

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture({ limits: { ordersUnderWay: 1e6, sessionIdleMinutes: 1e7, sessionHours: 1e6 } });
});
afterAll(() => fixture.close());

const isLong = process.env['RONGHUI_LONG'] === '1';
const runs = isLong ? 500 : 50;

describe('R4.8 the order as a machine', () => {
  it(`R4.12 in ${runs} interleavings of merchant, desk and jobs, no step is lost, repeated or against the transition table`, async () => {
    const seed = Number(process.env['RONGHUI_SEED'] ?? randomInt(2 ** 31));
    process.stdout.write(`order interleavings: seed ${seed}\n`);
    const round = fc
      .array(fc.constantFrom(...moves, 'approve' as const, 'activate' as const, 'acceptPayment' as const), {
        minLength: 1,
        maxLength: 4,
      })
      .map((each) => new Round(each));
    const steps = fc.commands(
      [
        round,
        round,
        round,
        fc.boolean().map((passed) => new Certify(passed)),
        fc.constantFrom(1, 8, 40).map((days) => new PassDays(days)),
      ],
      { maxCommands: 14, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (sequence, isFree) => {
        await fixture.certify(fixture.first);
        const orderNo = await fixture.first.buy(
          isFree ? loanPurchase : { ...purchase, termMonths: 1, expectedAmount: fen(13_000) },
        );
        const real = { fixture, orderNo, totalAmount: isFree ? 0 : 13_000 };
        await fc.asyncModelRun(() => ({ model: { taken: 1, certified: true }, real }), sequence);
      }),
      { numRuns: runs, seed },
    );
  }, 1_200_000);
});
