import { describe, expect, it } from 'vitest';
import { foldIntent } from './intent/fold-intent.ts';
import { type IntentFact, type IntentWord, noTradeAfterMs, type RefundState } from './intent/intent-fact.ts';
import { type Fen, fen } from './money.ts';
import { isBalanced, moneyReceived, moveMoney, type ReceiptMoney, type ReceiptMove } from './receipt/receipt-money.ts';

/**
 * Every order of three notices, a query, a close, two refunds, the expiry, a change of the bill and a crash, over a small server: it keeps facts, folds
 * them, and moves the money of the receipt. Equal worlds are merged, so that each is looked at once.
 */
const amount = fen(10_000);
const end = new Date('2026-12-01T08:30:00Z');
const [beforeEnd, justAfter, longAfter] = [-60_000, 1000, noTradeAfterMs].map((ms) => new Date(end.getTime() + ms));
type Event = 'notice' | 'query' | 'close' | 'refundOne' | 'refundTwo' | 'expiry' | 'billChanged' | 'crash';
const counts: Readonly<Record<Event, number>> = {
  notice: 3,
  query: 1,
  close: 1,
  refundOne: 1,
  refundTwo: 1,
  expiry: 1,
  billChanged: 1,
  crash: 1,
};
const events = Object.keys(counts) as Event[];

/** What the channel does in a case. */
interface Case {
  readonly isPaid: boolean;
  readonly query: IntentWord;
  readonly close: IntentWord;
  readonly askedAt: Date | undefined;
  readonly refunds: readonly [RefundState, RefundState];
}

interface World {
  readonly facts: readonly string[];
  readonly isOver: boolean;
  readonly isChanged: boolean;
  /** The next answer or notice is lost with the process. */
  readonly isDying: boolean;
  readonly receipt: ReceiptMoney | null;
  /** What of the refunds the receipt knows: reserved, and done. */
  readonly asked: number;
  readonly done: number;
}

const paidWord: IntentWord = { kind: 'paid', transaction: 'T1', amount };
const factsOf = (of: Case): Readonly<Record<string, IntentFact>> => {
  const at = of.askedAt ?? end;
  const refund = (refundNo: string, state: RefundState): IntentFact => ({
    kind: 'refund',
    refundNo,
    amount: fen(refundNo === 'R1' ? 4000 : 6000),
    state,
    key: refundNo,
    at,
  });
  const shownAt = new Date(end.getTime() - 600_000);
  return {
    shown: { kind: 'shown', key: 'shown', at: shownAt },
    notice: { ...paidWord, key: 'notice', at: new Date(end.getTime() - 300_000) },
    query: { ...of.query, key: 'query', at },
    close: { ...of.close, key: 'close', at },
    lostQuery: { kind: 'lost', key: 'lostQuery', at },
    lostClose: { kind: 'lost', key: 'lostClose', at },
    refundOne: refund('R1', of.refunds[0]),
    refundTwo: refund('R2', of.refunds[1]),
    // What the job learns when it asks at last.
    last: { ...(of.isPaid ? paidWord : { kind: 'closed' }), key: 'last', at: longAfter ?? end } as IntentFact,
  };
};

const known = (world: World, all: Readonly<Record<string, IntentFact>>, name: string): World =>
  all[name] === undefined || world.facts.includes(name)
    ? world
    : { ...world, facts: [...world.facts, name].toSorted() };

const moved = (receipt: ReceiptMoney, move: ReceiptMove, part: Fen): ReceiptMoney => {
  if (part === 0) return receipt;
  const decision = moveMoney(receipt, move, part);
  if (!decision.ok) throw new Error(`${move} ${part}: ${decision.reason}`);
  return decision.money;
};

const stateOf = (world: World, all: Readonly<Record<string, IntentFact>>, names = world.facts) =>
  foldIntent(
    { amount, end },
    names.flatMap((name) => all[name] ?? []),
    (world.isOver ? longAfter : beforeEnd) ?? end,
  );

/** What the server does after it stored a fact: a receipt where a payment is proven, its application, its refunds. */
const worked = (world: World, all: Readonly<Record<string, IntentFact>>): World => {
  const state = stateOf(world, all);
  if (state.paid === null) return world;
  const arrived = moneyReceived(state.paid.amount);
  let receipt = world.receipt ?? (world.isChanged ? arrived : moved(arrived, 'apply', amount));
  // A refund takes from what is unapplied: the application is reversed first, for what it needs.
  const taken = fen(state.refunding + state.refunded - world.asked - world.done);
  if (taken > 0 && receipt.unapplied < taken) receipt = moved(receipt, 'reverse', fen(taken - receipt.unapplied));
  receipt = moved(receipt, 'askRefund', fen(Math.max(0, taken)));
  const newlyDone = fen(state.refunded - world.done);
  receipt = moved(receipt, 'refundDone', newlyDone);
  return { ...world, receipt, asked: state.refunding, done: state.refunded };
};

const after = (world: World, event: Event, all: Readonly<Record<string, IntentFact>>, isPaid: boolean): World => {
  const alive = { ...world, isDying: false };
  switch (event) {
    case 'crash':
      return { ...world, isDying: true };
    case 'expiry':
      return { ...world, isOver: true };
    case 'billChanged':
      return { ...world, isChanged: true };
    case 'query':
    case 'close': {
      const name = world.isDying ? `lost${event === 'query' ? 'Query' : 'Close'}` : event;
      return worked(known(alive, all, name), all);
    }
    case 'notice':
    case 'refundOne':
    case 'refundTwo':
      // Nobody paid: what comes as a notice has no right signature and is not stored. What a crash swallows comes again, or is asked for.
      return world.isDying || !isPaid ? alive : worked(known(alive, all, event), all);
  }
};

const hold = (world: World, all: Readonly<Record<string, IntentFact>>): void => {
  const state = stateOf(world, all);
  const kinds = state.evidence.map((key) => all[key]?.kind);
  const isProven = world.facts.some((name) => all[name]?.kind === 'paid');
  if ((state.status === 'paid') !== isProven) throw new Error(`${state.status} with ${world.facts.join()}`);
  if (state.status === 'paid' && !kinds.every((kind) => kind === 'paid')) throw new Error('paid without evidence');
  if (state.status === 'closed' && kinds.length === 0) throw new Error('closed without evidence');
  if ((world.receipt === null) === isProven) throw new Error('a receipt is there exactly where a payment is proven');
  const { receipt } = world;
  if (receipt !== null) {
    const sums = [receipt.refunding, receipt.refunded];
    if (!isBalanced(receipt) || receipt.amount !== amount) throw new Error('a fen is nowhere, or twice');
    if (sums[0] !== state.refunding || sums[1] !== state.refunded)
      throw new Error('the receipt is not what the facts say');
  }
  if (JSON.stringify(worked(world, all)) !== JSON.stringify(world))
    throw new Error('work that is repeated changes something');
  const again = stateOf(world, all, [...world.facts, ...world.facts].toReversed());
  if (JSON.stringify(again) !== JSON.stringify(state)) throw new Error('the order of arrival matters');
};

/** Looks at every order of a case; returns how many different worlds there are and the different ends. */
const explore = (of: Case): { readonly worlds: number; readonly ends: ReadonlySet<string> } => {
  const all = factsOf(of);
  const seen = new Set<string>();
  const ends = new Set<string>();
  const go = (world: World, left: Readonly<Record<Event, number>>): void => {
    const key = JSON.stringify([world, left]);
    if (seen.has(key)) return;
    seen.add(key);
    hold(world, all);
    const next = events.filter((event) => left[event] > 0);
    for (const event of next) go(after(world, event, all, of.isPaid), { ...left, [event]: left[event] - 1 });
    if (next.length > 0) return;
    // The job asks until it knows, and the refunds whose notices were lost.
    const asked = of.isPaid ? ['last', 'refundOne', 'refundTwo'] : ['last'];
    const end_ = asked.reduce((each, name) => worked(known(each, all, name), all), world);
    hold(end_, all);
    const { status, refunded, refunding } = stateOf(end_, all);
    const { receipt } = end_;
    ends.add(JSON.stringify({ status, refunded, refunding, rest: receipt && receipt.applied + receipt.unapplied }));
  };
  const start = { isOver: false, isChanged: false, isDying: false, receipt: null, asked: 0, done: 0 };
  go({ ...start, facts: ['shown'] }, counts);
  return { worlds: seen.size, ends };
};

const unpaidWords: readonly IntentWord[] = [{ kind: 'notPaid' }, { kind: 'noTrade' }, { kind: 'lost' }];
const closeWords: readonly IntentWord[] = [{ kind: 'closed' }, { kind: 'lost' }];
const pairs: readonly (readonly [RefundState, RefundState])[] = [
  ['success', 'success'],
  ['success', 'processing'],
  ['abnormal', 'closed'],
];

const casesOf = (isPaid: boolean): readonly Case[] =>
  (isPaid ? [...unpaidWords, paidWord] : [...unpaidWords, { kind: 'closed' as const }]).flatMap((query) =>
    closeWords.flatMap((close) =>
      [beforeEnd, justAfter, longAfter].flatMap((askedAt) =>
        (isPaid ? pairs : pairs.slice(0, 1)).map((refunds) => ({ isPaid, query, close, askedAt, refunds })),
      ),
    ),
  );

describe('R15.1 the facts of a payment in every order', () => {
  it('receipts 4.2 paid thrice reported, asked, closed, refunded twice, expired, changed and crashed: one end for every order', () => {
    let worlds = 0;
    for (const of of casesOf(true)) {
      const { worlds: some, ends } = explore(of);
      worlds += some;
      const [one, two] = of.refunds;
      const sum = (state: RefundState) => fen((one === state ? 4000 : 0) + (two === state ? 6000 : 0));
      const refunding = sum('processing') + sum('abnormal');
      const refunded = sum('success');
      expect([...ends].map((text) => JSON.parse(text) as unknown)).toEqual([
        { status: 'paid', refunded, refunding, rest: amount - refunded - refunding },
      ]);
    }
    expect(worlds).toBeGreaterThan(10_000);
  });

  it('receipts 4.2 never paid: in every order it ends closed, by evidence, and no money is made', () => {
    for (const of of casesOf(false)) {
      const { ends } = explore(of);
      expect([...ends]).toEqual([JSON.stringify({ status: 'closed', refunded: 0, refunding: 0, rest: null })]);
    }
  });
});
