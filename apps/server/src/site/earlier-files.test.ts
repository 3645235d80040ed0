import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFolder } from '#adapters/fs-storage';
import type { PortalBuild } from '#adapters/portal-build';
import { createReleaseFiles, type ReleaseFiles } from '#kernel/http/releases/release-files';
import { staticFile } from '#kernel/http/replies/static-files';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const buildOf = (name: string) => new Map([[name, staticFile('text/javascript', Buffer.from(`of ${name}`))]]);
const portal: PortalBuild = {
  template: '<html></html>',
  scriptHashes: [],
  styles: { every: '', home: '', area: '' },
  assets: buildOf('new-1.js'),
  rootFiles: new Map(),
  render: () => ({ html: '<html></html>' }),
};

let app: TestApp;
let last: ReleaseFiles;
beforeAll(async () => {
  const files = createFileFolder({ dir: await mkdtemp(join(tmpdir(), 'ronghui-earlier-')) });
  app = await testApp({ files, portal, console: { document: '', scriptHashes: [], assets: buildOf('new-2.js') } });
  last = createReleaseFiles({
    files,
    isStoreOurs: app.ports.isStoreOurs,
    clock: app.clock,
    digests: app.ports.digests,
    log: app.ports.log,
    builds: { portal: buildOf('old-1.js'), console: buildOf('old-2.js') },
  });
  await last.lay();
});
afterAll(() => app.close());

const get = (url: string) => app.app.http.inject({ method: 'GET', url, headers: { host: 'localhost' } });

describe('running 4.5 a page of the last release on a node of this one', () => {
  it.each(['/assets/old-1.js', '/console/assets/old-2.js', '/assets/new-1.js', '/console/assets/new-2.js'])(
    'running 4.5 %s is no 404',
    async (url) => {
      const reply = await get(url);
      expect(reply).toMatchObject({ statusCode: 200, body: `of ${url.split('/').at(-1)}` });
      expect(reply.headers).toMatchObject({
        'cache-control': 'max-age=31536000, immutable',
        'content-type': 'text/javascript',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('running 4.5 a hash that no release has is not found, and neither is one of the other application', async () => {
    for (const url of ['/assets/old-2.js', '/console/assets/old-1.js', '/assets/none.js', '/assets/'])
      expect((await get(url)).statusCode, url).toBe(404);
  });

  it('running 4.5 finds its files once this node has laid its own', async () => {
    await app.app.layFiles();
    expect((await last.find('portal', 'new-1.js'))?.plain.toString()).toBe('of new-1.js');
    expect((await last.find('console', 'new-2.js'))?.plain.toString()).toBe('of new-2.js');
  });
});
