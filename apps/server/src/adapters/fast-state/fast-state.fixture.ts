import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FastState, NonceClaim } from '#kernel/ports';

/** A state, made for one test. */
export interface MadeState {
  /** Opens the state as one more node sees it; with `memory`, which has one node, it is the same. */
  readonly open: () => Promise<FastState>;
  /** Moves the state's clock on from where it is. */
  readonly advance: (ms: number) => Promise<void>;
  /** The state's clock. @unit epoch ms */
  readonly nowMs: () => number;
  /** Loses everything as a crash does; a node that was open before goes on. */
  readonly lose: () => Promise<void>;
}

const minuteMs = 60_000;
const windowMs = 5 * minuteMs;
const newNonce = () => randomBytes(16).toString('base64url');
const times = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));

const setUpOf = async (make: () => Promise<MadeState>) => {
  const made = await make();
  const state = await made.open();
  const claimOf = (changed: Partial<NonceClaim> = {}): NonceClaim => ({
    epoch: state.epoch,
    keyId: 'key',
    nonce: newNonce(),
    sentMs: made.nowMs(),
    windowMs,
    ...changed,
  });
  return { ...made, state, claimOf };
};

type SetUp = () => ReturnType<typeof setUpOf>;

const itClaimsNonces = (setUp: SetUp): void => {
  it('running 1.4 the clock that decides is the state’s own, wherever it is moved', async () => {
    const { state, advance, nowMs } = await setUp();
    await advance(7 * minuteMs);
    // In memory it is this process's.
    const ownMs = (await state.askNowMs?.()) ?? nowMs();
    expect(Math.abs(ownMs - nowMs())).toBeLessThan(5000);
  });

  it('running 1.3 a nonce of a key is new once, and keys do not share them', async () => {
    const { state, claimOf } = await setUp();
    const claim = claimOf();
    expect(await state.claimNonce(claim)).toBe('new');
    expect(await state.claimNonce(claim)).toBe('seen');
    expect(await state.claimNonce({ ...claim, keyId: 'other' })).toBe('new');
  });

  it('running 1.2 of parallel claims of one nonce over two nodes exactly one is new', async () => {
    const { state, open, claimOf } = await setUp();
    const other = await open();
    for (const claim of times(5, () => claimOf())) {
      const answers = await Promise.all(times(40, async (at) => (at % 2 === 0 ? state : other).claimNonce(claim)));
      expect(answers.filter((answer) => answer === 'new')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'seen')).toHaveLength(39);
    }
  });

  it('running 1.4 many nonces at once are all new, and all seen the second time', async () => {
    const { state, claimOf } = await setUp();
    const claims = times(1500, () => claimOf());
    const claimAll = () => Promise.all(claims.map(async (claim) => state.claimNonce(claim)));
    expect(new Set(await claimAll())).toEqual(new Set(['new']));
    expect(new Set(await claimAll())).toEqual(new Set(['seen']));
  });

  it('running 1.4 the clock of the state decides what is late, before and behind', async () => {
    const { state, claimOf, nowMs, advance } = await setUp();
    const at = (ms: number) => state.claimNonce(claimOf({ sentMs: nowMs() + ms }));
    expect(await at(windowMs - 5000)).toBe('new');
    expect(await at(windowMs + 5000)).toBe('late');
    expect(await at(5000 - windowMs)).toBe('new');
    expect(await at(-windowMs - 5000)).toBe('late');
    const claim = claimOf();
    await advance(windowMs + 5000);
    expect(await state.claimNonce(claim)).toBe('late');
  });

  it('running 1.4 a nonce is remembered for as long as its call is fresh, also one that was dated ahead', async () => {
    const { state, claimOf, nowMs, advance } = await setUp();
    const claims = [0, windowMs - 5000, 5000 - windowMs].map((ms) => claimOf({ sentMs: nowMs() + ms }));
    for (const claim of claims) expect(await state.claimNonce(claim)).toBe('new');
    for (let passed = 0; passed < 2 * windowMs; passed += minuteMs) {
      for (const claim of claims) expect(['seen', 'late']).toContain(await state.claimNonce(claim));
      await advance(minuteMs);
    }
  });
};

const itHasEpochs = (setUp: SetUp): void => {
  it('running 1.3 a claim of another epoch is lost, and uses the nonce up in none', async () => {
    const { state, claimOf } = await setUp();
    const claim = claimOf();
    expect(await state.claimNonce({ ...claim, epoch: 'another' })).toBe('lost');
    expect(await state.claimNonce(claim)).toBe('new');
  });

  it('running 1.3 after a loss every open node answers lost, once, and goes on in one new epoch', async () => {
    const { state, open, claimOf, lose } = await setUp();
    const other = await open();
    const [claim, kept] = [claimOf(), claimOf()];
    expect(await state.claimNonce(claim)).toBe('new');
    await lose();
    const answers = await Promise.all([state.claimNonce(claim), other.claimNonce(claim), other.claimNonce(kept)]);
    expect(answers).toEqual(['lost', 'lost', 'lost']);
    expect(state.epoch).not.toBe(claim.epoch);
    expect(other.epoch).toBe(state.epoch);
    expect(await other.askEpoch()).toBe(state.epoch);
    const next = claimOf();
    expect(next.epoch).toBe(state.epoch);
    expect(await state.claimNonce(next)).toBe('new');
    expect(await other.claimNonce(next)).toBe('seen');
  });

  it('running 1.3 a node that meets a key of a later epoch learns of it by asking', async () => {
    const { state, open, claimOf, lose } = await setUp();
    const [other, claim] = [await open(), claimOf()];
    await lose();
    expect(await state.claimNonce(claim)).toBe('lost');
    expect(await other.askEpoch()).toBe(state.epoch);
    expect(other.epoch).toBe(state.epoch);
  });
};

const itKeepsAndCounts = (setUp: SetUp): void => {
  it('security 4.4 a value is taken once, by one of many at once over two nodes', async () => {
    const { state, open } = await setUp();
    const other = await open();
    await state.put('ticket', 'value', minuteMs);
    const taken = await Promise.all(times(20, (at) => (at % 2 === 0 ? state : other).takeOnce('ticket')));
    expect(taken.filter((value) => value !== null)).toEqual(['value']);
    expect(await state.takeOnce('ticket')).toBeNull();
  });

  it('security 4.4 a value ends by the clock, is replaced by the next one, and is absent after a loss', async () => {
    const { state, advance, lose } = await setUp();
    await state.put('a', '1', minuteMs);
    await state.put('b', '1', minuteMs);
    await state.put('b', '2', 3 * minuteMs);
    await advance(minuteMs + 2000);
    expect([await state.takeOnce('a'), await state.takeOnce('b')]).toEqual([null, '2']);
    await state.put('c', '3', minuteMs);
    await lose();
    expect(await state.takeOnce('c')).toBeNull();
    await state.put('c', '4', minuteMs);
    expect(await state.takeOnce('c')).toBe('4');
  });

  it('security 4.4 of parallel uses over two nodes exactly as many are allowed as the limit says, and the rest learns how long to wait', async () => {
    const { state, open } = await setUp();
    const other = await open();
    const uses = await Promise.all(times(30, (at) => (at % 2 === 0 ? state : other).take('k', 7, minuteMs)));
    expect(uses.filter(({ allowed }) => allowed)).toHaveLength(7);
    for (const { allowed, retryAfterMs } of uses) {
      if (allowed) expect(retryAfterMs).toBe(0);
      else expect(retryAfterMs > 0 && retryAfterMs <= minuteMs).toBe(true);
    }
    expect((await state.take('another', 7, minuteMs)).allowed).toBe(true);
  });

  it('security 4.4 uses slide out of their window one by one, and are forgotten by a loss', async () => {
    const { state, advance, lose } = await setUp();
    const use = async () => (await state.take('k', 2, minuteMs)).allowed;
    expect(await use()).toBe(true);
    await advance(minuteMs / 2);
    expect([await use(), await use()]).toEqual([true, false]);
    await advance(minuteMs / 2 + 2000);
    expect([await use(), await use()]).toEqual([true, false]);
    await lose();
    expect([await use(), await use(), await use()]).toEqual([true, true, false]);
  });

  it('R14.2 requests of an address are counted to the limit, and again when two windows have passed', async () => {
    const { state, advance } = await setUp();
    const counted = async (key: string) => (await state.countRequest(key, 5, minuteMs)) === 0;
    expect((await Promise.all(times(9, () => counted('a')))).filter(Boolean).length).toBe(5);
    expect(await counted('b')).toBe(true);
    await advance(2 * minuteMs);
    expect(await counted('a')).toBe(true);
  });
};

/** Everything that any shared state must do, races included. @source running 1.2 */
export const describeFastState = (kind: string, make: () => Promise<MadeState>): void => {
  const setUp = () => setUpOf(make);
  describe(`running 1.2 the nonces of ${kind}`, () => itClaimsNonces(setUp));
  describe(`running 1.3 the epochs of ${kind}`, () => itHasEpochs(setUp));
  describe(`running 1.2 values and counters of ${kind}`, () => itKeepsAndCounts(setUp));
};
