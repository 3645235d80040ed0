import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortalBuild } from '#adapters/portal-build';
import { cutAt } from '#kernel/testing/cut-connections';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const portal: PortalBuild = {
  template: '<html></html>',
  scriptHashes: [],
  styles: { every: 'a{color:red}', home: 'b{color:blue}' },
  assets: new Map(),
  rootFiles: new Map(),
  render: () => ({ html: '<html></html>' }),
};
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ portal });
});
afterAll(() => app.close());

const get = (url: string) => app.app.http.inject({ method: 'GET', url, headers: { host: 'localhost' } });

describe('R8.6 reads without a database', () => {
  test.for(['/site.css', '/home.css', `/media/${'a'.repeat(32)}.png`])(
    'R8.6 %s is a 503 that says when to come again, and is there again with the database',
    async (url) => {
      // Past whatever is kept.
      await app.clock.advance({ minutes: 2 });
      const fresh = url.startsWith('/media/') ? 404 : 200;
      const cut = cutAt(1, 'before');
      try {
        const reply = await get(url);
        expect(reply.json()).toMatchObject({ code: 'FAIL', errCode: 'OPSB0002', status: 503 });
        expect(reply.statusCode).toBe(503);
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      } finally {
        cut.end();
      }
      expect((await get(url)).statusCode).toBe(fresh);
    },
  );
});
