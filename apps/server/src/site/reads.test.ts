import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortalBuild } from '#adapters/portal-build';
import { ensureDemoContent } from '#features/content/demo-content';
import { staticFile } from '#kernel/http/replies/static-files';
import { cutAt } from '#kernel/testing/cut-connections';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';

let rendered = 0;
const portal: PortalBuild = {
  template: '<html></html>',
  scriptHashes: [],
  styles: { every: 'a{color:red}', home: 'b{color:blue}', area: 'i{color:green}' },
  assets: new Map([['index-1.js', staticFile('text/javascript', Buffer.from('1'))]]),
  rootFiles: new Map(),
  render() {
    rendered += 1;
    return { html: '<html></html>' };
  },
};
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ portal });
  await ensureDemoContent(app.database);
}, 30_000);
afterAll(() => app.close());

const readOf =
  (asked: TestApp) =>
  (url: string, { from = '127.0.0.1', accept = '*/*' } = {}) =>
    asked.app.http.inject({ method: 'GET', url, remoteAddress: from, headers: { host: 'localhost', accept } });
const get = (url: string) => readOf(app)(url);
const media = (letter: string) => `/media/${letter.repeat(32)}.png`;

describe('R8.6 reads without a database', () => {
  test.for(['/', '/site.css', '/home.css', media('a')])(
    'R8.6 %s is a 503 that says when to retry, and is available again with the database',
    async (url) => {
      // After all caches have expired.
      await app.clock.advance({ minutes: 2 });
      const cut = cutAt(1, 'before');
      try {
        const reply = await get(url);
        expect(reply.json()).toMatchObject({ code: 'FAIL', errCode: 'OPSB0002', status: 503 });
        expect(reply.statusCode).toBe(503);
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      } finally {
        cut.end();
      }
      expect((await get(url)).statusCode).toBe(url.startsWith('/media/') ? 404 : 200);
    },
  );
});

/** Whether a read is answered without a query. */
const isKept = async (url: string, asked = app): Promise<boolean> => {
  const cut = cutAt(1, 'before');
  try {
    await readOf(asked)(url);
    return !cut.wasHit;
  } finally {
    cut.end();
  }
};

/** On a machine that does other things too. */
const soon = { timeout: 10_000 };

describe('R14.6 a start', () => {
  test('R14.6 renders the document before anybody asks, so that it is there when the database goes', async () => {
    await withApp({}, async (asked) => {
      // The notification of the content's publication, which makes what was rendered before it outdated.
      await wait(500);
      const before = rendered;
      await asked.app.http.listen({ host: '127.0.0.1', port: 0 });
      await expect.poll(() => rendered, soon).toBe(before + 2);
      // What was rendered has been read; the styles may be a moment behind.
      await wait(500);
      expect(await isKept('/', asked)).toBe(true);
      expect(await isKept('/site.css', asked)).toBe(true);
    });
  });
});

describe('security 4.14 the cost of reads', () => {
  test('security 4.14 an expired document is rendered once for parallel requests', async () => {
    await app.clock.advance({ minutes: 2 });
    const before = rendered;
    const replies = await Promise.all(Array.from({ length: 30 }, () => get('/')));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(rendered).toBe(before + 1);
  });

  test('security 4.14 style sheets, and missing media, are read from the database once', async () => {
    await app.clock.advance({ minutes: 2 });
    for (const url of ['/site.css', media('b')]) await get(url);
    for (const url of ['/site.css', '/home.css', media('b')]) expect(await isKept(url), url).toBe(true);
    expect(await isKept(media('c'))).toBe(false);
  });

  test('R2.8 a picture that was requested before it existed is found once it exists', async () => {
    expect((await get(media('d'))).statusCode).toBe(404);
    await app.rows('insert into media (name, mime, bytes, source_path) values ($1, $2, $3, $4)', [
      `${'d'.repeat(32)}.png`,
      'image/png',
      Buffer.from('x'),
      'd.png',
    ]);
    await app.rows("select pg_notify('content_changed', '')");
    await expect.poll(async () => (await get(media('d'))).statusCode).toBe(200);
  });
});

const withApp = async (options: TestAppOptions, run: (asked: TestApp) => Promise<void>): Promise<void> => {
  const asked = await testApp({ portal, ...options });
  try {
    await ensureDemoContent(asked.database);
    await run(asked);
  } finally {
    await asked.close();
  }
};

const free = ['/healthz', '/readyz', '/metrics', '/assets/index-1.js', '/assets/none.js'];

describe('security 4.14 reads count towards the limits of calls', () => {
  test('security 4.14 reads of an address are counted with its calls, each once', async () => {
    await withApp({ limits: { requestsPerAddressPerMinute: 7 } }, async (asked) => {
      const read = readOf(asked);
      await asked.browser().start();
      for (const url of ['/', '/site.css', media('e'), '/nothing', '/api-docs']) await read(url);
      for (const url of free) await read(url);
      expect((await read('/limits.json')).statusCode).toBe(200);
      for (const url of ['/', '/site.css', media('e'), '/nothing', '/limits.json']) {
        const refused = await read(url);
        expect(refused.json(), url).toMatchObject({ code: 'FAIL', errCode: 'RHSY429', status: 429 });
        expect(refused.statusCode).toBe(429);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await asked.browser().start()).status).toBe(429);
      const page = await read('/', { accept: 'text/html' });
      expect(page.statusCode).toBe(429);
      expect(page.body).toContain('<h1>操作过于频繁，请稍后再试</h1>');
      for (const url of free) expect((await read(url)).statusCode, url).toBe(url.endsWith('none.js') ? 404 : 200);
      expect((await read('/', { from: '203.0.113.9' })).statusCode).toBe(200);
    });
  });

  test('R14.6 an overloaded process refuses reads, except its health and the files of a page that was sent', async () => {
    await withApp({ maxInFlight: 0 }, async (asked) => {
      const read = readOf(asked);
      for (const url of ['/', media('e'), '/nothing', '/limits.json']) {
        const shed = await read(url);
        expect(shed.json(), url).toMatchObject({ errCode: 'OPSB0001', status: 503 });
        expect(shed.headers['retry-after']).toBe('1');
      }
      const page = await read('/', { accept: 'text/html' });
      expect(page.statusCode).toBe(503);
      expect(page.body).toContain('<h1>系统繁忙，请稍后再试</h1>');
      for (const url of ['/site.css', '/home.css', ...free.slice(0, -1)]) {
        expect((await read(url)).statusCode, url).toBe(200);
      }
      expect((await read('/metrics')).body).toMatch(/ronghui_shed_total 5/);
    });
  });
});
