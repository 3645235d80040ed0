import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput, PortalBuild } from '#adapters/portal-build';
import { ensureDemoContent } from '#features/content/demo-content';
import { staticFile } from '#kernel/http/replies/static-files';
import { cutAt } from '#kernel/testing/cut-connections';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
const rendered: DocumentInput[] = [];
const script = staticFile('text/javascript', Buffer.from('1'), { br: Buffer.from('packed') });
const portal: PortalBuild = {
  template: '<html></html>',
  scriptHashes: ['sha256-abc='],
  styles: { every: 'a{color:red}', home: 'b{color:blue}', area: 'i{color:green}' },
  assets: new Map([['index-1.js', script]]),
  rootFiles: new Map([['favicon.svg', staticFile('image/svg+xml', Buffer.from('<svg/>'))]]),
  render(input) {
    rendered.push(input);
    return { html: `<html>${input.pageType} ${input.gatewayBase} ${input.data.recommended.products.length}</html>` };
  },
};

beforeAll(async () => {
  const env = { GATEWAY_BASES: '{"www.example.com":"https://gateway.example.com"}' };
  app = await testApp({ portal, env });
  await ensureDemoContent(app.database);
}, 30_000);
afterAll(() => app.close());

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.http.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });

describe('R1.4 the document', () => {
  test('R1.4 is rendered for the page type, is private, and an unchanged one is not sent again', async () => {
    const [pc, h5] = [await get('/'), await get('/index.html', { 'user-agent': phone })];
    expect(pc.body).toMatch(/^<html>pc /);
    expect(h5.body).toMatch(/^<html>h5 /);
    for (const reply of [pc, h5]) {
      expect(reply.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(reply.headers['vary']).toContain('User-Agent');
    }
    expect(pc.headers['etag']).not.toBe(h5.headers['etag']);
    const again = await get('/', { 'if-none-match': String(pc.headers['etag']) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
  });

  test.for([
    ['Mobi', 'Mozilla/5.0 (Tablet; rv:140.0) Gecko/140.0 Mobi'],
    ['Android', 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36'],
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'],
  ] as const)('R1.4 a user agent with %s gets the H5 document', async ([, userAgent]) => {
    expect((await get('/', { 'user-agent': userAgent })).body).toMatch(/^<html>h5 /);
  });

  test('R1.4 before the first import it says what to do, and afterwards it is the portal', async () => {
    const fresh = await testApp({ portal });
    try {
      const ask = () => fresh.app.http.inject({ method: 'GET', url: '/', headers: { host: 'localhost' } });
      const empty = await ask();
      expect(empty.statusCode).toBe(503);
      expect(empty.body).toContain('npm run content -- import');
      await ensureDemoContent(fresh.database);
      await expect.poll(async () => (await ask()).statusCode).toBe(200);
    } finally {
      await fresh.close();
    }
  }, 30_000);

  test('R1.4 is rendered once for a page type until the content changes', async () => {
    await get('/');
    const before = rendered.length;
    for (let count = 0; count < 5; count += 1) await get('/');
    expect(rendered).toHaveLength(before);
    await app.rows("select pg_notify('content_changed', '')");
    await expect.poll(async () => (await get('/'), rendered.length)).toBeGreaterThan(before);
  });

  test('R1.4 has the home page’s data and the gateway of its host, and no key', async () => {
    await get('/', { host: 'www.example.com', 'user-agent': phone }).then(({ body }) =>
      expect(body).toContain('请使用 HTTPS 访问'),
    );
    await get('/');
    const input = rendered.at(-1);
    expect(input?.data.recommended.products.length).toBeGreaterThan(0);
    expect(input?.data.docs?.items.length).toBeGreaterThan(0);
    expect(input?.styles.every).toMatch(/^\/site\.css\?v=/);
    expect(input?.styles.home).toMatch(/^\/home\.css\?v=/);
    expect(JSON.stringify(input)).not.toMatch(/"sign"|"keyId"|"user":/);
  });

  test('R1.4 is compressed where the browser accepts it', async () => {
    const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toMatch(/^<html>pc/);
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(gzip.rawPayload).toString()).toMatch(/^<html>pc/);
  });

  test('security 4.7 its policy allows only our own files and the one inline script, and requires trusted types', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; " +
        "font-src 'self'; connect-src 'self' https://gateway.example.com; form-action 'self'; frame-ancestors 'none'; " +
        "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types app-html dompurify",
    );
  });
});

describe('ux the oldest browsers', () => {
  test('ux a browser below the floor gets a page that says so, with the phone number and without scripts', async () => {
    const page = await get('/browser');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('请更新浏览器');
    expect(page.body).toContain('Safari 16.4');
    const [site] = await app.rows(
      "select value -> 'contacts' ->> 'phone' as phone from site_setting where key = 'site'",
    );
    expect(page.body).toContain(String(site?.['phone']));
    expect(page.body).not.toContain('<script');
    expect(String(page.headers['content-security-policy'])).not.toContain('sha256');
  });

  test('ux R8.6 it is there without a database, too', async () => {
    const fresh = await testApp({ portal });
    const cut = cutAt(1, 'before');
    try {
      const page = await fresh.app.http.inject({ method: 'GET', url: '/browser', headers: { host: 'localhost' } });
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('请更新浏览器');
    } finally {
      cut.end();
      await fresh.close();
    }
  });
});

describe('R1.6 files of the site', () => {
  const sheets = async () => {
    await get('/');
    const { every = '', home = '' } = rendered.at(-1)?.styles ?? {};
    return { every, home };
  };

  test('R1.6 a page’s styles and the brand’s colour are one file, cached for good under the address in the document', async () => {
    const urls = await sheets();
    const [every, home] = [await get(urls.every, { 'accept-encoding': 'br' }), await get(urls.home)];
    const framed = brotliDecompressSync(every.rawPayload).toString();
    expect(framed).toMatch(/^a\{color:red\}\n:root\{--brand:#[0-9a-f]{6}\}\n$/);
    expect(home.body).toBe(`${framed}b{color:blue}`);
    for (const reply of [every, home]) {
      expect(reply.headers).toMatchObject({
        'cache-control': 'max-age=31536000, immutable',
        'content-type': 'text/css; charset=utf-8',
      });
    }
    expect(urls.every.split('?v=')[1]).not.toBe(urls.home.split('?v=')[1]);
  });

  test('R1.6 another colour has another address, and the reply of an old address is not cached', async () => {
    const old = await sheets();
    const version = rendered.length;
    await app.rows(
      `update site_setting set value = jsonb_set(value, '{brand,primary}', '"#123456"') where key = 'site'`,
    );
    await app.rows("select pg_notify('content_changed', '')");
    await expect.poll(async () => (await get('/'), rendered.length)).toBeGreaterThan(version);
    const now = await sheets();
    expect(now.every).not.toBe(old.every);
    expect((await get(now.every)).body).toContain('--brand:#123456');
    expect((await get(now.every)).body).not.toContain('--pine:');
    for (const url of [old.every, old.home, '/site.css', '/site.css?v=1&v=2']) {
      const reply = await get(url);
      expect(reply.headers['cache-control'], url).toBe('no-cache');
      expect(reply.body, url).toContain('--brand:#123456');
    }
  });

  test('R1.6 beside a green brand success has another green, in both themes', async () => {
    const set = async (primary: string) => {
      await app.rows(
        `update site_setting set value = jsonb_set(value, '{brand,primary}', '"${primary}"') where key = 'site'`,
      );
      await app.rows("select pg_notify('content_changed', '')");
    };
    await set('#1e7f5c');
    await expect
      .poll(async () => (await get('/site.css')).body)
      .toMatch(/--brand:#1e7f5c\}:root\{--pine:.*dark\]\{--pine:/);
    await set('#123456');
    await expect.poll(async () => (await get('/site.css')).body).not.toContain('--pine:');
  });

  test('R1.6 an icon of the provider takes the place of ours, also in the sheet of the merchant area', async () => {
    const url = `/media/${'a'.repeat(32)}.png`;
    const set = async (brand: string) => {
      await app.rows(`update site_setting set value = jsonb_set(value, '{brand}', ${brand}) where key = 'site'`);
      await app.rows("select pg_notify('content_changed', '')");
    };
    await set(`value->'brand' || '{"faviconUrl":"${url}"}'`);
    await expect.poll(async () => (await get('/favicon.svg')).headers['location']).toBe(url);
    expect((await get('/area.css')).body).toContain(`:root{--icon:"${url}"}`);
    await set("(value->'brand') - 'faviconUrl'");
    await expect.poll(async () => (await get('/favicon.svg')).statusCode).toBe(200);
    expect((await get('/area.css')).body).not.toContain('--icon');
  });

  test('R1.6 hashed files are cached for a year, compressed, and found only by their exact name', async () => {
    const file = await get('/assets/index-1.js', { 'accept-encoding': 'br' });
    expect(file.body).toBe('packed');
    expect(file.headers).toMatchObject({
      'cache-control': 'max-age=31536000, immutable',
      'content-type': 'text/javascript',
      'content-encoding': 'br',
    });
    // A script is no document: of the protecting headers it has those that a browser heeds in one.
    expect(Object.keys(file.headers).toSorted()).toEqual([
      'cache-control',
      'content-encoding',
      'content-length',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'vary',
      'x-content-type-options',
    ]);
    const icon = await get('/favicon.svg');
    for (const name of ['content-security-policy', 'cross-origin-opener-policy'])
      expect(icon.headers[name]).toBeDefined();
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
    for (const name of ['INDEX-1.js', 'index-1.js/', 'index-2.js', '__proto__']) {
      expect((await get(`/assets/${name}`)).statusCode, name).toBe(404);
    }
  });

  test('R2.8 media are sent completely or in part, and cannot run scripts', async () => {
    const [row] = await app.rows(
      "select name, mime, length(bytes) as size from media where mime = 'image/svg+xml' limit 1",
    );
    const url = `/media/${String(row?.['name'])}`;
    const whole = await get(url);
    expect(whole.rawPayload).toHaveLength(Number(row?.['size']));
    expect(whole.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    expect(whole.headers['content-security-policy']).toContain('sandbox');
    expect(whole.headers['x-content-type-options']).toBe('nosniff');
    const part = await get(url, { range: 'bytes=2-5' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 6));
    expect(part.headers['content-range']).toBe(`bytes 2-5/${whole.rawPayload.length}`);
    expect((await get(url, { range: 'bytes=-4' })).rawPayload).toEqual(whole.rawPayload.subarray(-4));
    expect((await get(url, { range: 'bytes=99999999-' })).statusCode).toBe(416);
    expect((await get('/media/00000000000000000000000000000000.svg')).statusCode).toBe(404);
  });
});

describe('R4.1 start-up and visibility', () => {
  test('R4.1 the start-up call reads site and agreements once for each version of the content', async () => {
    const phoneOf = async () => (await app.browser().start()).body.data.site.contacts.phone;
    const before = await phoneOf();
    await app.rows(
      `update site_setting set value = jsonb_set(value, '{contacts,phone}', '"400-1"') where key = 'site'`,
    );
    expect(await phoneOf()).toBe(before);
    await app.rows("select pg_notify('content_changed', '')");
    await expect.poll(phoneOf).toBe('400-1');
  });

  test('R2.6 with the document centre off its operations answer 404 and the start-up call says so', async () => {
    const browser = await app.open();
    expect((await browser.call('doc.queryDocTree')).status).toBe(200);
    await app.rows(`update site_setting set value = jsonb_set(value, '{docCenter}', '"off"') where key = 'site'`);
    await app.rows("select pg_notify('content_changed', '')");
    await expect.poll(async () => (await browser.call('doc.queryDocTree')).status).toBe(404);
    for (const id of ['doc.queryList', 'doc.queryDetail', 'doc.rate']) {
      expect(await browser.call(id, {}), id).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    }
    const { body } = await app.browser().start();
    expect(body.data.visibleFlag).toEqual({ IS_VISIBLE_DOC_CENTER: 'off' });
    expect((await browser.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' })).body.data.visible).toBe(false);
  });
});
