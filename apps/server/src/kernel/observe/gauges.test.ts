import { expect, it, vi } from 'vitest';
import { createGauges } from '#kernel/observe/gauges';

it('running 6.1 many who scrape at once, and one who scrapes again soon, cost one look', async () => {
  const gauges = createGauges();
  let looks = 0;
  const opened = Promise.withResolvers<void>();
  gauges.watch(async () => {
    looks += 1;
    await opened.promise;
    return { ronghui_jobs_waiting: looks };
  }, 60_000);
  const texts = [gauges.text(), gauges.text()];
  opened.resolve();
  for (const text of [...(await Promise.all(texts)), await gauges.text()])
    expect(text).toContain('\nronghui_jobs_waiting 1\n');
  expect(looks).toBe(1);
});

it('running 6.1 a look that fails leaves what it saw, one that knows nothing shows nothing, and the others are there', async () => {
  const gauges = createGauges();
  let turn = 0;
  gauges.watch(() => {
    turn += 1;
    if (turn === 2) throw new Error('the database is away');
    return { ronghui_files_lost: turn === 3 ? null : 4 };
  });
  gauges.watch(() => ({ ronghui_database_up: false, ronghui_pool_waiting: [{ labels: { pool: 'a"b' }, value: 2 }] }));
  const shown = async () => /^ronghui_files_lost \d$/m.test(await gauges.text());
  expect([await shown(), await shown(), await shown()]).toEqual([true, true, false]);
  const text = await gauges.text();
  expect(text).toContain('\nronghui_database_up 0\n');
  expect(text).toContain('\nronghui_pool_waiting{pool="a_b"} 2\n');
});

it('running 6.1 a look that hangs keeps nobody waiting, and what it saw is shown no longer than a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const gauges = createGauges();
  let turn = 0;
  gauges.watch(() => {
    turn += 1;
    return turn === 1 ? { ronghui_files_lost: 4 } : new Promise(() => undefined);
  });
  gauges.watch(() => ({ ronghui_database_up: true }));
  const textIn = async (ms: number): Promise<string> => {
    const text = gauges.text();
    await vi.advanceTimersByTimeAsync(ms);
    return text;
  };
  expect(await textIn(0)).toContain('\nronghui_files_lost 4\n');
  const late = await textIn(5000);
  expect(late).toContain('\nronghui_files_lost 4\n');
  expect(late).toContain('\nronghui_database_up 1\n');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await textIn(5000)).not.toContain('\nronghui_files_lost 4\n');
});
