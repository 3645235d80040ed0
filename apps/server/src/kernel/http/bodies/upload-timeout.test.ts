import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallReply } from '#kernel/calls/call';
import { readUpload } from '#kernel/http/bodies/upload';

const limits = {
  bounds: { maxBytes: 1000, fieldBytes: 1000, deadlineMs: 30_000, idleMs: 120_000 },
  address: '203.0.113.9',
};
const digest = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
const part = (name: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="x"' : ''}\r\n\r\n${value}\r\n`;
const head = part('data', JSON.stringify({ name: 'a.csv', size: 1, sha256: digest }));
const done: CallReply = { status: 200, headers: [], body: 'done' } as never;

const requestOf = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: { 'content-type': 'multipart/form-data; boundary=b' } }) as never;

describe('security 4.14 time limits of an upload', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
  );
  afterEach(async () => {
    // The one timer of all bodies ends, or it would be there for the next file and never run again.
    await vi.advanceTimersByTimeAsync(600_000);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('security 4.14 the limit ends with the body: a call that then waits for its turn is not cut off', async () => {
    const request = requestOf();
    const read = Promise.withResolvers<void>();
    const turn = Promise.withResolvers<void>();
    const reply = readUpload(request, limits, async (_, { body }) => {
      for await (const _piece of body);
      read.resolve();
      await turn.promise;
      return done;
    });
    request.end(`${head}${part('file', 'x')}--b--\r\n`);
    await read.promise;
    await vi.advanceTimersByTimeAsync(600_000);
    turn.resolve();
    expect(await reply).toBe(done);
  });

  it('security 4.14 a body of which no more bytes arrive is ended', async () => {
    const request = requestOf();
    const reply = readUpload(request, limits, async (_, { body }) => {
      for await (const _piece of body);
      return done;
    });
    const refused = expect(reply).rejects.toMatchObject({ code: 'RHSY408' });
    request.write(`${head.replace('"size":1', '"size":999')}${part('file', 'x')}`);
    await vi.advanceTimersByTimeAsync(600_000);
    await refused;
  });

  it('security 4.14 a line that brings a byte now and then is ended; a slow one that brings some is not', async () => {
    const send = async (bytes: number, seconds: number) => {
      const request = requestOf();
      const bounds = { ...limits.bounds, maxBytes: 40_000_000 };
      const reply = readUpload(request, { ...limits, bounds }, async (_, { body }) => {
        for await (const _piece of body);
        return done;
      });
      const outcome = reply.then(
        () => 'done',
        (error: unknown) => error,
      );
      request.write(`${head.replace('"size":1', '"size":20000000')}${part('file', 'x').slice(0, -2)}`);
      let left = 20_000_000 - 1;
      for (let second = 0; second < seconds && left > 0; second += 10) {
        request.write(Buffer.alloc(Math.min(bytes, left), 'x'));
        left -= bytes;
        await vi.advanceTimersByTimeAsync(10_000);
      }
      request.destroy(new Error('over'));
      return { left, outcome: await Promise.race([outcome, Promise.resolve('open')]) };
    };
    expect(await send(1, 1200)).toMatchObject({ outcome: { code: 'RHSY408' } });
    const slow = await send(180_000, 1200);
    expect(slow.left).toBeLessThanOrEqual(0);
  });

  it('security 4.14 the limit of a form holds until the file begins, however often a byte comes', async () => {
    const request = requestOf();
    let isRun = false;
    const reply = readUpload(request, limits, async () => {
      isRun = true;
      return done;
    });
    const refused = expect(reply).rejects.toMatchObject({ code: 'RHSY408' });
    for (const byte of head.slice(0, 40)) {
      request.write(byte);
      await vi.advanceTimersByTimeAsync(1000);
    }
    await refused;
    expect(isRun).toBe(false);
  });

  it('R14.6 the reader of an upload notices that the client has gone, so that nothing stays open', async () => {
    const request = requestOf();
    const taken = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const reply = readUpload(request, limits, async (_, { body }) => {
      try {
        for await (const _piece of body) taken.resolve();
      } catch (error) {
        ended.resolve(error);
        throw error;
      }
      return done;
    });
    const refused = expect(reply).rejects.toMatchObject({ code: 'RHSY400' });
    request.write(`${head.replace('"size":1', '"size":999')}${part('file', 'x'.repeat(500))}`);
    await taken.promise;
    request.destroy(new Error('aborted'));
    await refused;
    expect(await ended.promise).toMatchObject({ code: 'RHSY400' });
  });
});
