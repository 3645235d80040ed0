import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FastState, Log } from '#kernel/ports';
import { createClock } from '#kernel/setup/clock';
import { StateAway } from '#kernel/state-away';
import { describeFastState } from './fast-state.fixture.ts';
import { openRedisFastState } from './redis-fast-state.ts';
import { redisProgram, startRedis } from './redis-server.fixture.ts';

const program = redisProgram();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log;
const clock = createClock();
const opened: FastState[] = [];
const open = async (url: string): Promise<FastState> => {
  const state = await openRedisFastState(url, clock, log);
  opened.push(state);
  return state;
};

if (program === null) it('running 1.2 left out: there is no Debian to take Redis from', () => undefined);
else {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis(program);
  });
  afterAll(() => redis.stop());
  afterEach(() => {
    for (const state of opened.splice(0)) state.close?.();
    clock.moveTo(0);
  });

  const ask = (url: string, ...command: readonly string[]): string =>
    execFileSync(join(dirname(program.file), 'redis-cli'), ['-u', url, ...command], {
      encoding: 'utf8',
      env: program.env,
    });

  describeFastState('redis', async () => {
    ask(redis.url, 'FLUSHALL');
    return {
      open: () => open(redis.url),
      nowMs: () => clock.nowMs(),
      advance: async (ms) => clock.moveTo(clock.offsetMs + ms),
      lose: async () => void ask(redis.url, 'FLUSHALL'),
    };
  });

  const claimOf = (state: FastState, nonce = 'n') => ({
    epoch: state.epoch,
    keyId: 'k',
    nonce,
    sentMs: clock.nowMs(),
    windowMs: 300_000,
  });
  /** The answer to a claim, or that there is none. */
  const claim = async (state: FastState, asked: ReturnType<typeof claimOf>): Promise<string> => {
    try {
      return await state.claimNonce(asked);
    } catch (error) {
      return error instanceof StateAway ? 'away' : String(error);
    }
  };

  describe('running 1.3 a Redis that dies', () => {
    it('running 1.3 one that was saved and killed comes back as another epoch, and the nonces that it lost are accepted by none', async () => {
      const first = await startRedis(program);
      const state = await open(first.url);
      const [saved, lost] = [claimOf(state, 'saved'), claimOf(state, 'lost')];
      expect(await state.claimNonce(saved)).toBe('new');
      ask(first.url, 'SAVE');
      expect(await state.claimNonce(lost)).toBe('new');
      await first.stop('SIGKILL');
      const began = performance.now();
      expect(await claim(state, claimOf(state, 'away'))).toBe('away');
      expect(performance.now() - began).toBeLessThan(1000);
      const { port, folder } = first;
      const second = await startRedis(program, { port, folder });
      try {
        expect(ask(second.url, 'GET', 'ronghui:epoch')).toContain(saved.epoch);
        const answers = new Set<string>();
        await expect
          .poll(async () => {
            for (const asked of [saved, lost]) answers.add(await claim(state, asked));
            return [...answers].at(-1);
          })
          .toBe('lost');
        expect([...answers].filter((answer) => answer !== 'away' && answer !== 'lost')).toEqual([]);
        expect(state.epoch).not.toBe(saved.epoch);
        expect(await state.claimNonce(claimOf(state))).toBe('new');
      } finally {
        await second.stop();
      }
    });

    it('running 1.5 one that says nothing costs a call a tenth of a second, and is there again when it answers', async () => {
      const silent = await startRedis(program);
      const state = await open(silent.url);
      try {
        process.kill(silent.pid, 'SIGSTOP');
        expect(await claim(state, claimOf(state))).toBe('away');
        await expect(state.put('a', '1', 1000)).rejects.toThrow(StateAway);
        expect(await state.countRequest('address', 5, 60_000)).toBe(0);
        process.kill(silent.pid, 'SIGCONT');
        await expect.poll(() => claim(state, claimOf(state, 'again'))).toMatch(/^(?:new|seen)$/);
        expect(state.epoch).toBe(claimOf(state).epoch);
      } finally {
        await silent.stop();
      }
    });
  });

  describe('running 1.2 a Redis that is none for nonces', () => {
    it.each([
      [['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'], /maxmemory-policy allkeys-lru/],
      [['--cluster-enabled', 'yes'], /Redis Cluster/],
      [['--requirepass', 'another'], /用户名或密码不对/],
    ] as const)('running 1.2 one with %j is refused with a sentence', async (args, sentence) => {
      const unfit = await startRedis(program, { args });
      try {
        await expect(open(unfit.url)).rejects.toThrow(sentence);
      } finally {
        await unfit.stop();
      }
    });

    it('running 1.2 where nobody answers the start is refused with a sentence', async () => {
      await expect(open('redis://127.0.0.1:1')).rejects.toThrow(/没有应答/);
    });
  });
}
