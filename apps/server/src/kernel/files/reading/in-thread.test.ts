import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inThread } from './in-thread.ts';

const minutes = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const moduleOf = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort as port } from 'node:worker_threads'; ${code}`)}`,
  );
const bounds = { heapMb: 64, timeoutMs: 2 * minutes };

it('R13.1 a thread has its time for its own work: what its reader does meanwhile is not counted', async () => {
  const answering = moduleOf(
    "let no = 1; const post = () => port.postMessage({ piece: no++ }); port.on('message', post); post();",
  );
  const read = inThread<number>(answering, {}, bounds);
  for (let no = 1; no <= 4; no += 1) {
    expect(await read.next()).toEqual({ done: false, value: no });
    vi.advanceTimersByTime(10 * minutes);
  }
  await read.return(undefined);
});

it('security 4.8 a thread that does not come to its next piece in time is ended with a sentence', async () => {
  const read = inThread<number>(
    moduleOf("port.on('message', () => undefined); port.postMessage({ piece: 1 });"),
    {},
    bounds,
  );
  await read.next();
  const next = read.next();
  vi.advanceTimersByTime(2 * minutes);
  await expect(next).rejects.toThrow('文件读取时间过长，请拆分后再上传。');
});
