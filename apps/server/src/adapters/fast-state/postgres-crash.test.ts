import { expect, test, vi } from 'vitest';
import { openDatabase } from '#kernel/database/db';
import { migrate } from '#kernel/database/migrate';
import { startThrowawayDatabase } from '#kernel/embedded/throwaway';
import { isDatabaseGone } from '#kernel/faults';
import { createClock } from '#kernel/setup/clock';
import { openPostgresFastState } from './postgres-fast-state.ts';

vi.setConfig({ testTimeout: 90_000 });

test('running 1.3 R14.6 one killed process of the server empties the state: what was claimed before is lost, not new', async () => {
  const server = await startThrowawayDatabase();
  await migrate({ url: server.adminUrl });
  const database = openDatabase({ url: server.adminUrl, onError: () => undefined });
  try {
    const clock = createClock();
    const state = await openPostgresFastState(database, clock);
    const { epoch } = state;
    const claim = { epoch, keyId: 'k', nonce: 'n', sentMs: clock.nowMs(), windowMs: 300_000 };
    expect(await state.claimNonce(claim)).toBe('new');
    await state.put('ticket', '1', 60_000);
    const { rows } = await database.pool('tenant').query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const answers: string[] = [];
    await expect
      .poll(
        async () => {
          try {
            answers.push(await state.claimNonce(claim));
          } catch (error) {
            answers.push(isDatabaseGone(error) ? 'away' : String(error));
          }
          return answers.at(-1);
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe('lost');
    // Before the kill is noticed the nonce is still there; then the server is away; never is it new.
    expect(answers.filter((answer) => !['seen', 'away', 'lost'].includes(answer))).toEqual([]);
    expect(state.epoch).not.toBe(epoch);
    expect(await state.takeOnce('ticket')).toBeNull();
    const next = { ...claim, epoch: state.epoch, nonce: 'next', sentMs: clock.nowMs() };
    expect(await state.claimNonce(next)).toBe('new');
    expect(await state.claimNonce(next)).toBe('seen');
  } finally {
    await database.close();
    await server.stop();
  }
});
