import { expect, it, onTestFinished } from 'vitest';
import type { StartedServer } from '../../e2e/server.ts';
import { openPool } from '../../e2e/server-pool.ts';

/** Starts servers that do nothing: the calls at `failing` fail, the server of the call at `stuck` does not stop. */
const starter = ({ failing = [], stuck }: { failing?: readonly number[]; stuck?: number }) => {
  const stopped: number[] = [];
  let calls = 0;
  const start = async (): Promise<StartedServer> => {
    const call = (calls += 1);
    if (failing.includes(call)) throw new Error('it did not start');
    const stop = async (): Promise<void> => {
      if (call === stuck) throw new Error('it did not stop');
      stopped.push(call);
    };
    return { url: `http://${call}`, dataDir: '', pid: call, stop, halt: stop };
  };
  return { start, stopped };
};

const ask = async (url: string, place: number): Promise<unknown> => {
  const reply = await fetch(`${url}/${place}`);
  return reply.ok ? Object(await reply.json()).pid : reply.text();
};

it('house 11 a place of the pool keeps its server, and starts another only after a start that failed', async () => {
  const pool = await openPool(starter({ failing: [1] }).start);
  onTestFinished(() => pool.stop());
  expect(await ask(pool.url, 0)).toBe('Error: it did not start');
  expect(await ask(pool.url, 0)).toBe(2);
  expect(await ask(pool.url, 1)).toBe(3);
  expect(await ask(pool.url, 0)).toBe(2);
});

it('house 11 a server that does not stop is named, and every other one is stopped', async () => {
  const { start, stopped } = starter({ failing: [2], stuck: 1 });
  const pool = await openPool(start);
  for (const place of [0, 1, 2, 3]) await ask(pool.url, place);
  await expect(pool.stop()).rejects.toThrow('servers that did not stop');
  expect(stopped).toEqual([3, 4]);
});
