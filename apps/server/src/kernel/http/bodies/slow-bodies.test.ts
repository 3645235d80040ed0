import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { headOf } from '#kernel/testing/raw-request';
import { sample } from '#kernel/testing/sample-operations';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const maxInFlight = 20;
let app: TestApp;
let port: number;
let held: Socket[] = [];
/** Serves with this deadline for a body. */
const serve = async (bodyDeadlineMs: number): Promise<void> => {
  app = await testApp({ extra: sample, maxInFlight, bodyDeadlineMs });
  await app.app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.http.server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
};
afterEach(async () => {
  for (const socket of held) socket.destroy();
  held = [];
  await app.close();
});

/** Connections that send `text` and then nothing more, with the replies that they receive. */
const hold = (count: number, text: string): Promise<(() => string)[]> =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<() => string>((resolve, reject) => {
          let received = '';
          const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(() => received)));
          socket.setEncoding('utf8');
          socket.on('data', (chunk: string) => {
            received += chunk;
          });
          socket.once('error', reject);
          held.push(socket);
        }),
    ),
  );

const inFlight = async (): Promise<number> =>
  Number(/^ronghui_in_flight (\d+)/m.exec(await app.app.metrics.text())?.[1]);

const form = `${headOf('POST', '/ops?operationId=sample.note', {
  'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  'content-length': 500,
})}c`;
const upload = `${headOf('POST', '/ops?operationId=sample.upload', {
  'content-type': 'multipart/form-data; boundary=b',
  'content-length': 900,
})}--b\r\ncontent-disposition: form-data; name="channel"\r\n\r\nO`;

describe('R14.6 bodies that do not arrive', () => {
  test.for([
    ['a form', form],
    ['an upload before its file', upload],
  ] as const)('R14.6 %s holds no place that others need, and ends in time', async ([, text]) => {
    await serve(3000);
    const replies = await hold(maxInFlight * 2, text);
    expect(await inFlight()).toBe(0);
    expect((await app.call('sys.isVisible', { key: 'x' })).status).toBe(200);
    await expect
      .poll(() => replies.filter((words) => words().startsWith('HTTP/1.1 408 ')).length)
      .toBe(maxInFlight * 2);
  });

  test('R14.6 security 4.14 one that drips is a 408, and its connection is closed with the answer', async () => {
    await serve(1000);
    const [words] = await hold(1, form);
    const [socket] = held;
    const dripping = setInterval(() => socket?.write('x'), 50);
    const closedMs = await new Promise<number>((resolve) => {
      let answeredMs = 0;
      socket?.on('data', () => {
        answeredMs ||= performance.now();
      });
      socket?.on('error', () => undefined).on('close', () => resolve(performance.now() - answeredMs));
    });
    clearInterval(dripping);
    expect(words?.()).toMatch(/^HTTP\/1\.1 408 [^]*connection: close\r\n[^]*"errCode":"RHSY408"/i);
    // It was thirty seconds.
    expect(closedMs).toBeLessThan(15_000);
  });

  test('R14.6 security 4.14 a body that was refused before its end keeps its connection as long as it comes fast', async () => {
    await serve(600_000);
    const head = headOf('POST', '/ops?operationId=sample.note', {
      'content-type': 'application/json',
      'content-length': 1e9,
    });
    const [words] = await hold(1, head);
    const [socket] = held;
    const closed = new Promise((resolve) => socket?.on('error', () => undefined).on('close', resolve));
    const dripping = setInterval(() => socket?.write('x'), 50);
    await closed;
    clearInterval(dripping);
    expect(words?.()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('security 4.14 of too many from one address the oldest are refused and closed', async () => {
    // None of them ends by itself meanwhile.
    await serve(600_000);
    const replies = await hold(260, form);
    const gone = () => replies.filter((words) => words() !== '').length;
    await expect.poll(gone).toBe(60);
    for (const words of replies.filter((each) => each() !== '')) {
      expect(words()).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1\r\n[^]*"errCode":"RHSY429"/i);
    }
    expect((await app.call('sys.isVisible', { key: 'x' })).status).toBe(200);
    // What is left of the refused bodies is thrown away meanwhile, and has nobody else refused.
    await expect.poll(() => held.filter(({ destroyed, closed }) => destroyed || closed).length).toBe(60);
    expect(gone()).toBe(60);
  });
});
