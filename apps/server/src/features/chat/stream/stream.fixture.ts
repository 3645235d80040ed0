import { request } from 'node:http';
import { expect } from 'vitest';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

/** An event as it came over the wire; a comment has none of the fields. */
export interface HeardEvent {
  readonly id: string | null;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read arbitrary events; their assertions check the shape
  readonly data: any;
}

/** An open stream of a browser. */
export interface HeardStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly events: readonly HeardEvent[];
  /** All that came, as text. */
  text(): string;
  hasEnded(): boolean;
  close(): void;
}

/** Makes the application listen, for streams go over sockets alone; its port. */
export const listenOn = async ({ app }: TestApp): Promise<number> => {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const eventOf = (block: string): HeardEvent => {
  const of = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { id: of('id'), event: of('event') ?? '', data: JSON.parse(of('data') ?? 'null') };
};

/** Opens a stream with a browser's cookies. */
export const openStream = (
  port: number,
  browser: TestBrowser,
  {
    path = '/chat/stream',
    query = '?after=0',
    headers = {},
  }: { path?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<HeardStream> =>
  new Promise((resolve, reject) => {
    const { cookie } = browser;
    const asked = request({
      host: '127.0.0.1',
      port,
      path: `${path}${query}`,
      headers: { host: `localhost:${port}`, ...(cookie !== undefined && { cookie }), ...headers },
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      let text = '';
      let ended = false;
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('close', () => (ended = true));
      response.on('error', () => (ended = true));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        get events() {
          return text
            .split('\n\n')
            .slice(0, -1)
            .filter((block) => block.includes('event: '))
            .map(eventOf);
        },
        text: () => text,
        hasEnded: () => ended,
        close: () => asked.destroy(),
      });
    });
    asked.end();
  });

/** Opens the desk's stream with a member's cookies. */
export const openDeskStream = (port: number, desk: TestBrowser, headers: Record<string, string> = {}) =>
  openStream(port, desk, { path: '/chat/ops/stream', query: '', headers });

/** Waits until something holds of a stream, for as long as a slow machine may take. */
export const until = (holds: () => void): Promise<void> =>
  expect
    .poll(
      () => {
        holds();
        return true;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true);

/** The numbers of the messages that a stream has brought, in their order. */
export const seqsOf = ({ events }: HeardStream): number[] =>
  events.filter(({ event }) => event === 'message').map(({ data }) => data.seq);
