import { randomInt } from 'node:crypto';
import {
  type CertificationEvent,
  type CertificationStatus,
  isFormOpen,
  stepCertification,
  transferTries,
} from '@ronghui/domain/certification';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificationFixture, type Certifier, codes, openCertificationFixture } from './certification.fixture.ts';

/** How many steps were taken, by the answers that the merchants got. */
interface Model {
  steps: number;
}

type Move =
  | 'save'
  | 'submit'
  | 'submitOther'
  | 'verifyRight'
  | 'verifyWrong'
  | 'abandon'
  | 'approve'
  | 'reject'
  | 'jobs';
const moves: readonly Move[] = [
  'save',
  'submit',
  'submitOther',
  'verifyRight',
  'verifyWrong',
  'abandon',
  'approve',
  'reject',
  'jobs',
];
const merchantEvents: readonly string[] = ['submit', 'transferRight', 'transferWrong', 'abandon'];

interface Real {
  readonly fixture: CertificationFixture;
}

const numberOf = async (fixture: CertificationFixture, { tenantId }: Certifier): Promise<string> => {
  const [row] = await fixture.app.rows('select submission_no from certification where tenant_id = $1', [tenantId]);
  const number = row?.['submission_no'];
  return typeof number === 'string' ? number : '';
};

/** Makes a move of one merchant; returns how many steps it took by its answer, null where the answer does not say. */
const make = async (fixture: CertificationFixture, move: Move, who: Certifier): Promise<number | null> => {
  switch (move) {
    case 'save': {
      const reply = await who.save({ address: `某路 ${randomInt(100)} 号` });
      expect([200, 409]).toContain(reply.status);
      return 0;
    }
    case 'submit':
    case 'submitOther': {
      const reply = await who.submit({ uscc: codes[move === 'submit' ? 0 : 1] });
      expect([200, 409]).toContain(reply.status);
      return reply.status === 200 ? 1 : 0;
    }
    case 'verifyRight':
    case 'verifyWrong': {
      const amount = await fixture.received(await numberOf(fixture, who));
      // A transfer that was not sent yet is answered like a wrong amount.
      const wrong = amount === 1 ? 2 : 1;
      const reply = await who.verify(move === 'verifyRight' && amount > 0 ? amount : wrong);
      expect([200, 409]).toContain(reply.status);
      return reply.status === 200 ? 1 : 0;
    }
    case 'abandon': {
      const reply = await who.abandon();
      expect([200, 409]).toContain(reply.status);
      return reply.status === 200 ? 1 : 0;
    }
    case 'approve':
      await fixture.decide('approve', await numberOf(fixture, who));
      return null;
    case 'reject':
      await fixture.decide('reject', await numberOf(fixture, who), { uscc: '与执照不一致' });
      return null;
    case 'jobs':
      await fixture.jobs();
      return null;
  }
};

interface Step {
  readonly event: CertificationEvent['kind'];
  readonly from_status: CertificationStatus;
  readonly to_status: CertificationStatus;
  readonly reasons: readonly { readonly field: string; readonly reason: string }[];
  readonly actor: string;
  readonly version: number;
}

const eventOf = ({ event, to_status, reasons }: Step, triesLeft: number): CertificationEvent => {
  if (event === 'approve') return { kind: event, transferCheck: to_status === 'pendingTransfer' };
  if (event === 'reject') return { kind: event, reasons };
  if (event === 'abandon') return { kind: event, isCertified: true };
  return event === 'transferWrong' ? { kind: event, triesLeft } : { kind: event };
};

/** Replays a history with the domain's transition table and compares its end with what is stored. */
const checkHistory = async ({ app }: CertificationFixture, { tenantId }: Certifier): Promise<readonly Step[]> => {
  const rows = await app.rows(
    'select event, from_status, to_status, reasons, actor, version from certification_step where tenant_id = $1 order by version',
    [tenantId],
  );
  // The check constraints allow the domain's words only.
  const steps = rows as unknown as readonly Step[];
  let status: CertificationStatus = 'none';
  let tries = 0;
  let certified = false;
  let last: Step | undefined;
  for (const [index, step] of steps.entries()) {
    expect(step.version).toBe(index + 2);
    expect(step.from_status).toBe(status);
    if (step.event === 'transferWrong') tries -= 1;
    expect(stepCertification(status, eventOf(step, tries)), step.event).toEqual({ ok: true, to: step.to_status });
    if (step.to_status === 'pendingTransfer' && step.event === 'approve') tries = transferTries;
    if (step.to_status === 'rejected') expect(step.reasons.length).toBeGreaterThan(0);
    status = step.to_status;
    certified ||= status === 'passed';
    last = step;
  }
  const [stored] = await app.rows(
    `select c.status, c.version, c.tries_left, c.reasons, c.certified_no is not null as certified, t.certification_status as shown,
      c.certified_uscc = t.uscc as agrees,
      (select count(*) from certification_submission s where s.tenant_id = c.tenant_id) as submissions
     from certification c join tenant t using (tenant_id) where c.tenant_id = $1`,
    [tenantId],
  );
  if (stored === undefined) {
    expect(steps).toEqual([]);
    return steps;
  }
  expect(stored).toMatchObject({
    status,
    version: steps.length + 1,
    certified,
    shown: certified ? 'passed' : status,
    agrees: certified ? true : null,
    tries_left: status === 'pendingTransfer' ? tries : null,
    reasons: last?.reasons ?? [],
    submissions: steps.filter(({ event }) => event === 'submit').length,
  });
  return steps;
};

const both = ({ first, second }: CertificationFixture): readonly Certifier[] => [first, second];
const historiesOf = async (fixture: CertificationFixture): Promise<number> => {
  let count = 0;
  for (const who of both(fixture)) {
    const steps = await checkHistory(fixture, who);
    count += steps.filter(({ event }) => merchantEvents.includes(event)).length;
  }
  const held = await fixture.app.rows('select certified_uscc from certification where certified_uscc is not null');
  expect(new Set(held.map((row) => row['certified_uscc'])).size).toBe(held.length);
  return count;
};

/** Parallel moves of both merchants. */
class Round implements fc.AsyncCommand<Model, Real> {
  readonly #moves: readonly (readonly [Move, number])[];
  constructor(each: readonly (readonly [Move, number])[]) {
    this.#moves = each;
  }
  check = () => true;
  async run(model: Model, { fixture }: Real) {
    const answers = await Promise.all(
      this.#moves.map(([move, who]) => make(fixture, move, both(fixture)[who] ?? fixture.first)),
    );
    // The history contains exactly the steps that were answered as taken.
    model.steps += answers.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    expect(await historiesOf(fixture)).toBe(model.steps);
    for (const who of both(fixture)) {
      const { status } = (await who.get()).body.data;
      const saved = await who.save({ address: '另一处' });
      expect(saved.status).toBe(isFormOpen(status) ? 200 : 409);
    }
  }
  toString = () => `together: ${this.#moves.map(([move, who]) => `${move} by ${who}`).join(', ')}`;
}

class PassDays implements fc.AsyncCommand<Model, Real> {
  readonly #days: number;
  constructor(days: number) {
    this.#days = days;
  }
  check = () => true;
  run = (_model: Model, { fixture }: Real) => fixture.pass(this.#days);
  toString = () => `${this.#days} days pass`;
}

let fixture: CertificationFixture;
beforeAll(async () => {
  fixture = await openCertificationFixture({
    env: { CERTIFICATION_TRANSFER: 'on' },
    limits: { sessionIdleMinutes: 1e7, sessionHours: 1e6 },
  });
});
afterAll(() => fixture.close());

const isLong = process.env['RONGHUI_LONG'] === '1';
const runs = isLong ? 500 : 50;

describe('R4.11 the certification as a machine', () => {
  it(`R4.12 in ${runs} interleavings of two merchants with one code, desk and jobs, no step is lost, repeated or against the transition table`, async () => {
    const seed = Number(process.env['RONGHUI_SEED'] ?? randomInt(2 ** 31));
    process.stdout.write(`certification interleavings: seed ${seed}\n`);
    const move = fc.constantFrom(
      ...moves,
      'submit' as const,
      'approve' as const,
      'jobs' as const,
      'verifyRight' as const,
    );
    const round = fc
      .array(fc.tuple(move, fc.constantFrom(0, 1)), { minLength: 1, maxLength: 4 })
      .map((each) => new Round(each));
    const steps = fc.commands([round, round, round, fc.constantFrom(1, 6).map((days) => new PassDays(days))], {
      maxCommands: 12,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await fixture.forget();
        await fc.asyncModelRun(() => ({ model: { steps: 0 }, real: { fixture } }), sequence);
      }),
      { numRuns: runs, seed },
    );
  }, 1_200_000);
});
