import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedBill } from '#features/bill/bill.fixture';
import { setSecondApprover } from '#features/bill/member.fixture';
import type { TestReply } from '#kernel/testing/test-client';
import { BillMoves } from './bill-moves.fixture.ts';
import { type FeedbackFixture, openFeedbackFixture } from './feedback.fixture.ts';

let fixture: FeedbackFixture;
let moves: BillMoves;
beforeAll(async () => {
  fixture = await openFeedbackFixture({
    limits: { sessionIdleMinutes: 1e7, sessionHours: 1e6, opsSessionIdleMinutes: 1e7, opsSessionHours: 1e6 },
  });
  moves = await BillMoves.open(fixture);
});
afterAll(() => fixture.close());

/** The last case of a bill, with its lines. */
const lastCase = async (billNo: string) => {
  const [row] = await fixture.app.rows(
    'select feedback_no, line_ids from feedback where bill_no = $1 order by created_at desc, feedback_no desc limit 1',
    [billNo],
  );
  const lineIds = row?.['line_ids'];
  return {
    feedbackNo: typeof row?.['feedback_no'] === 'string' ? row['feedback_no'] : 'FK00000000-00000000',
    lineIds: Array.isArray(lineIds) ? lineIds.map(String) : [],
  };
};

/** An adjustment to an amount: of chosen lines, the first takes it all. */
const adjust = async (billNo: string, amount: number): Promise<TestReply> => {
  const { feedbackNo, lineIds } = await lastCase(billNo);
  const lineAmounts = lineIds.map((lineId, at) => ({ lineId, amount: at === 0 ? amount : 0 }));
  const ofLines = lineIds.length > 0 ? { lineAmounts } : {};
  return fixture.answer(feedbackNo, { action: 'adjust', newAmount: amount, ...ofLines });
};

type Make = (bill: AddedBill, amount: number) => Promise<TestReply | boolean | void>;
const write: FeedbackFixture['write'] = (...call) => fixture.write(...call);
/** Everything that people and the clock do to a bill. */
const makers = {
  confirm: ({ billNo }) => moves.confirm(billNo),
  confirmToo: ({ billNo }) => moves.confirm(billNo, moves.colleague),
  approve: ({ billNo }) => moves.decide('bill.approve', billNo),
  approveToo: ({ billNo }) => moves.decide('bill.approve', billNo, moves.colleague),
  sendBack: ({ billNo }) => moves.decide('bill.rejectApproval', billNo, moves.colleague),
  dispute: ({ billNo }, claimedAmount) => fixture.claim(billNo, { claimedAmount }),
  disputeLines: ({ billNo, lineIds }, claimedAmount) =>
    fixture.claim(billNo, { claimedAmount, lineIds: lineIds.slice(0, 2) }, moves.colleague),
  reopen: async ({ billNo }) => {
    const { feedbackNo } = await lastCase(billNo);
    return write(fixture.first.browser, 'feedback.add', { feedbackNo, content: '仍有异议', reopen: true });
  },
  withdraw: async ({ billNo }) =>
    write(fixture.first.browser, 'feedback.withdraw', { feedbackNo: (await lastCase(billNo)).feedbackNo }),
  accept: async ({ billNo }) => fixture.answer((await lastCase(billNo)).feedbackNo, { action: 'accept' }),
  adjust: ({ billNo }, amount) => adjust(billNo, amount),
  reject: async ({ billNo }) =>
    fixture.answer((await lastCase(billNo)).feedbackNo, { action: 'reject' }, fixture.support),
  pay: ({ billNo }, amount) => moves.settle(billNo, amount + 1),
  settle: ({ billNo }) => moves.settle(billNo),
  payBack: ({ billNo }, amount) => moves.payBack(billNo, amount),
  clock: () => moves.clock(),
} as const satisfies Record<string, Make>;
type Move = keyof typeof makers;
const words = Object.keys(makers) as Move[];

/** Makes a move; every answer is a success or a refusal that the contract declares. */
const make = async (move: Move, bill: AddedBill, amount: number): Promise<void> => {
  const reply = await makers[move](bill, amount);
  if (typeof reply === 'object') expect([200, 404, 409, 422], `${move} ${reply.text}`).toContain(reply.status);
};

/** Moves that are made at once, after some hours. */
const rounds = fc.array(
  fc.record({
    together: fc.array(fc.constantFrom<Move>(...words, 'confirm', 'confirm', 'approveToo', 'dispute', 'adjust'), {
      minLength: 1,
      maxLength: 4,
    }),
    hours: fc.constantFrom(0, 0, 0, 30, 200),
  }),
  { minLength: 4, maxLength: 8 },
);

const oneByOne = (...moves: readonly Move[]) => moves.map((move) => ({ together: [move], hours: 0 }));
const muchLater = { together: ['clock' as Move], hours: 200 };
/** Histories that are made first, so that each kind of step is reached whatever the random ones come to. */
const examples: [{ together: Move[]; hours: number }[], number, boolean][] = [
  [oneByOne('dispute', 'withdraw', 'dispute', 'reject', 'reopen', 'adjust', 'confirm', 'settle'), 7, false],
  [oneByOne('confirm', 'sendBack', 'confirm', 'approveToo', 'pay', 'settle'), 3, true],
  [oneByOne('confirm', 'pay', 'settle', 'payBack', 'settle', 'payBack'), 3, false],
  [[muchLater], 3, false],
  [[...oneByOne('confirm'), muchLater], 3, true],
];
const kinds =
  'confirmed autoConfirmed approved autoApproved sentBack disputed reopened withdrawn adjusted kept paid settled paymentReversed'.split(
    ' ',
  );

const runs = process.env['RONGHUI_LONG'] === '1' ? 500 : 50;

describe('R4.12 the bill as a machine', () => {
  it(`R4.12 in ${runs} interleavings of confirm, approve, dispute, answer, withdrawal, payment, its reversal and clock every history is legal, each effect has one audit and one notice to each reader, and its amounts tie out`, async () => {
    const seed = Number(process.env['RONGHUI_SEED'] ?? randomInt(2 ** 31));
    process.stdout.write(`bill interleavings: seed ${seed}\n`);
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rounds, fc.nat(20), fc.boolean(), async (each, hundreds, asksSecond) => {
        await setSecondApprover(fixture.app, fixture.first, asksSecond);
        const bill = await fixture.bill({ fees: [500, 300, 200] });
        for (const { together, hours } of each) {
          if (hours > 0) await fixture.pass({ hours });
          await Promise.all(together.map((move) => make(move, bill, hundreds * 100)));
          expect(await moves.faults(bill.billNo)).toEqual([]);
        }
        for (const kind of await moves.kinds(bill.billNo)) reached.add(kind);
      }),
      { numRuns: runs, seed, examples },
    );
    expect(kinds.filter((kind) => !reached.has(kind))).toEqual([]);
  }, 2_400_000);
});
