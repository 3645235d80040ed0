import type { ContentBody } from '@ronghui/contract';
import { plainName } from '@ronghui/domain/search-text/plain-name';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageFailed } from '#kernel/files/storage';
import type { TestApp } from '#kernel/testing/test-app';
import { openContentFixture } from '../content.fixture.ts';
import { ContentEditor } from './record.fixture.ts';

let app: TestApp;
let editor: ContentEditor;
/** May move the account that merchants pay to, too. */
let accountant: ContentEditor;
beforeAll(async () => {
  app = await openContentFixture({ limits: { uploadsPerTenantPerMinute: 60 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
  accountant = await ContentEditor.enter(app, 'accountant', ['content', 'finance']);
});
afterAll(() => app.close());

/** The faults of a body as a draft; publishing it names the same, and publishes nothing. */
const faultsOf = async (body: ContentBody): Promise<readonly string[]> => {
  const before = await editor.published(body.record);
  const saved = await editor.save(body);
  expect(saved.status, saved.text).toBe(200);
  const messages = saved.body.data.faults.map(({ message }: { message: string }) => message);
  if (messages.length > 0) {
    const refused = await editor.write('publish', body.record);
    expect(refused).toMatchObject({ status: 422, body: { data: { fields: saved.body.data.faults } } });
    expect(await editor.published(body.record)).toEqual(before);
  }
  return messages;
};
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#23408e' } })
    .withExifMerge({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();

/** What tries to run somewhere; published as text it must stay text. */
const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</title><script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u2028<iframe srcdoc="<script>alert(1)</script>">',
];

describe('R11.3 the rules of a record', () => {
  it('R11.3 are those of the import, and each fault names its field in Chinese', async () => {
    const site = await editor.published('site');
    expect(
      await faultsOf({
        ...site,
        brand: { ...site.brand, name: '', logo: '', primary: 'red' },
        payee: { name: '只有户名', bank: '', accountNo: '' },
      }),
    ).toEqual([
      '品牌名称：不能为空',
      '品牌标志：请上传图片',
      '品牌色：格式不正确',
      '开户行：不能为空',
      '收款账号：不能为空',
    ]);
    const slides = await editor.published('slides');
    const [first, second] = slides.items;
    if (first === undefined || second === undefined) throw new Error('there are two slides');
    expect(
      await faultsOf({
        record: 'slides',
        items: [
          { ...first, title: '', link: 'http://example.cn' },
          { ...second, id: first.id, image: `/media/${'0'.repeat(32)}.png` },
        ],
      }),
    ).toEqual([
      '第 1 项的标题：不能为空',
      '第 1 项的链接：应为 #/…（本站页面）或 https://… 的地址',
      `第 2 项的标识：${first.id} 重复`,
      '第 2 项的图片：没有这张图片，请重新上传',
    ]);
  });

  it('R1.6 a brand colour that cannot be read is refused', async () => {
    const site = await editor.published('site');
    const coloured = (primary: string) => faultsOf({ ...site, brand: { ...site.brand, primary } });
    expect(await coloured('#b45309')).toEqual([]);
    const [fault] = await coloured('#00ff00');
    expect(fault).toMatch(/^品牌色：对比度不足 4\.5:1/);
    await editor.write('discard', 'site');
  });

  it('R11.3 a category that products are in is not removed', async () => {
    const categories = await editor.published('categories');
    const [message] = await faultsOf({ ...categories, items: categories.items.slice(1) });
    expect(message).toMatch(/^类目 \S+ 中还有 \d+ 个产品，不能移除$/);
  });

  it('R6.3 the account that merchants pay to is moved by nobody who may not touch bills: at once, at a moment, or by a roll back', async () => {
    const site = await editor.published('site');
    const mine = { ...site, payee: { name: '别家公司', bank: '别家银行', accountNo: '6222 0000' } };
    const refused = { status: 403, body: { errCode: 'RHST004' } };
    expect((await editor.save(mine)).status).toBe(200);
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    for (const more of [{}, { at }]) expect(await editor.write('publish', 'site', more)).toMatchObject(refused);
    expect(await editor.published('site')).toEqual(site);
    await accountant.put(mine);
    await accountant.put(site);
    const { body } = await editor.browser.call('ops.content.versions', { record: 'site' });
    const number = body.data.items[1].number;
    expect(await editor.write('rollBack', 'site', { number })).toMatchObject(refused);
    expect(await editor.published('site')).toEqual(site);
  });

  it('R11.3 a payee is whole or none, and a favicon may be left out', async () => {
    const site = await editor.published('site');
    await accountant.put({ ...site, payee: { name: '', bank: '', accountNo: '' } });
    const [row] = await app.rows("select value ? 'payee' as has from site_setting where key = 'site'");
    expect(row).toEqual({ has: false });
    await accountant.put(site);
    expect(await editor.published('site')).toEqual(site);
  });
});

describe('R11.3 a roll back', () => {
  it('R11.3 is refused where the old version does not fit any more', async () => {
    const partners = await editor.published('partners');
    await editor.put({ ...partners, items: partners.items.slice(1) });
    const name = partners.items[0]?.logo.replace('/media/', '');
    await app.rows("update media set name = repeat('0', 32) || '.svg' where name = $1", [name]);
    const refused = await editor.write('rollBack', 'partners', { number: 1 });
    expect(refused.body.data.fields).toEqual([
      { path: 'items.0.logo', message: '第 1 项的标志：没有这张图片，请重新上传' },
    ]);
    await app.rows("update media set name = $1 where name = repeat('0', 32) || '.svg'", [name]);
    expect((await editor.write('rollBack', 'partners', { number: 1 })).status).toBe(200);
    expect(await editor.published('partners')).toEqual(partners);
  });
});

describe('security 4.9 what tries to run', () => {
  it.each(corpus)('R11.3 %s in every field is refused or stays text', async (text) => {
    const site = await editor.published('site');
    const slides = await editor.published('slides');
    const partners = await editor.published('partners');
    const categories = await editor.published('categories');
    const cut = (most: number) => text.slice(0, most);
    // Where an address, a colour or a number stands, nothing of it is published.
    const addressed = [
      { ...site, brand: { ...site.brand, logo: cut(60) } },
      { ...site, brand: { ...site.brand, favicon: cut(60) } },
      { ...site, brand: { ...site.brand, primary: cut(20) } },
      { ...site, payee: { name: '融惠', bank: '示例银行', accountNo: cut(40) } },
      ...(['image', 'link'] as const).map((field) => ({
        ...slides,
        items: slides.items.map((slide, at) => (at === 0 ? { ...slide, [field]: cut(60) } : slide)),
      })),
      ...(['logo', 'link'] as const).map((field) => ({
        ...partners,
        items: partners.items.map((partner, at) => (at === 0 ? { ...partner, [field]: cut(60) } : partner)),
      })),
      ...([slides, partners] as const).map((body) => ({
        ...body,
        items: body.items.map((item, at) => (at === 0 ? { ...item, id: cut(60) } : item)),
      })),
    ] as ContentBody[];
    for (const body of addressed) expect(await faultsOf(body), JSON.stringify(body)).not.toEqual([]);
    // Where a text stands, it is published as text: the replies are JSON, and the portal's markup escapes it.
    await accountant.put({
      ...site,
      brand: { ...site.brand, name: cut(40) },
      contacts: { phone: cut(40), email: text, address: text, hours: cut(80) },
      icp: cut(60),
      policeRecord: cut(60),
      licences: [text],
      payee: { name: cut(80), bank: text, accountNo: '6222 0000' },
    });
    await accountant.put({
      ...slides,
      items: slides.items.map((slide) => ({ ...slide, title: cut(80), subtitle: text, imageAlt: text })),
    });
    await accountant.put({
      ...partners,
      items: partners.items.map((each) => ({ ...each, name: cut(60), summary: text })),
    });
    await accountant.put({
      ...categories,
      items: categories.items.map((each) => ({ ...each, name: cut(60), summary: text })),
    });
    await expect
      .poll(async () => (await app.browser().start()).body.data.site)
      .toMatchObject({ brand: { name: plainName(cut(40)) }, contacts: { email: text }, licences: [text] });
    const reply = await app.call('portal.querySlideInfo');
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    for (const body of [site, slides, partners, categories]) await accountant.put(body);
  });
});

describe('R5.7 pictures', () => {
  it('R5.7 are rendered again without what a camera wrote, and shown by the digest of their bytes', async () => {
    const bytes = await picture(80, 60);
    expect(bytes.includes('secret place')).toBe(true);
    const { url } = (await editor.browser.upload('ops.content.upload', '标志.jpg', bytes)).body.data;
    expect(url).toMatch(/^\/media\/[a-z0-9]{32}\.jpg$/);
    const shown = await app.app.http.inject({ url });
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect(shown.rawPayload.includes('secret place')).toBe(false);
    const site = await editor.published('site');
    await accountant.put({ ...site, brand: { ...site.brand, logo: url, favicon: url } });
    await expect.poll(async () => (await app.browser().start()).body.data.site.brand.logoUrl).toBe(url);
    expect((await app.browser().start()).body.data.site.brand).not.toHaveProperty('faviconUrl');
    await accountant.put(site);
  });

  it('R2.8 R5.7 a sound is taken by its bytes, played under their digest, and refused where they are none', async () => {
    const send = (name: string, bytes: Buffer) => editor.browser.upload('ops.content.upload', name, bytes);
    const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000, 7)]);
    const m4a = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypM4A '), Buffer.alloc(2000, 7)]);
    for (const [name, bytes, mime] of [
      ['介绍.MP3', mp3, 'audio/mpeg'],
      ['介绍.m4a', m4a, 'audio/mp4'],
    ] as const) {
      const { url } = (await send(name, bytes)).body.data;
      const shown = await app.app.http.inject({ url });
      expect(shown.headers['content-type']).toBe(mime);
      expect(shown.rawPayload.equals(bytes)).toBe(true);
    }
    for (const [name, bytes] of [
      ['a.mp3', m4a],
      ['a.m4a', mp3],
      ['a.mp3', Buffer.from('<script>alert(1)</script>')],
    ] as const) {
      expect((await send(name, bytes)).body.data.fields).toMatchObject([{ path: 'file' }]);
    }
    expect((await send('a.mp3', Buffer.alloc(2_000_001, 0xff))).body.errCode).toBe('RHSY413');
    expect((await send('a.wav', mp3)).body.data.fields).toMatchObject([{ path: 'name' }]);
  });

  it('R5.7 that are none, of another kind, too large or too many are refused, and nothing is stored', async () => {
    const count = async () => (await app.rows('select count(*)::int as n from media'))[0]?.['n'];
    const before = await count();
    const send = (name: string, bytes: Buffer) => editor.browser.upload('ops.content.upload', name, bytes);
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await send('a.svg', drawing)).body.data.fields).toMatchObject([{ path: 'name' }]);
    expect((await send('a.png', drawing)).body.data.fields).toMatchObject([{ path: 'file' }]);
    expect((await send('a.pdf', Buffer.from('%PDF-1.7'))).body.data.fields).toMatchObject([{ path: 'name' }]);
    expect((await send('a.png', Buffer.alloc(2_000_001, 1))).body.errCode).toBe('RHSY413');
    const broken = (await picture(80, 60)).subarray(0, 300);
    expect((await send('a.jpg', broken)).body.data.fields).toMatchObject([{ path: 'file' }]);
    expect(await count()).toBe(before);
    const many = await Promise.all(Array.from({ length: 70 }, () => send('a.png', drawing)));
    expect(many.some(({ body }) => body.errCode === 'RHSY429')).toBe(true);
  });

  it('R8.6 a store that does not work is reported', async () => {
    const other = await ContentEditor.enter(app, 'li-na');
    const failing = vi.spyOn(app.ports.files, 'receive').mockRejectedValue(new StorageFailed('no room'));
    const reply = await other.browser.upload('ops.content.upload', 'a.jpg', await picture(8, 8));
    failing.mockRestore();
    expect(reply.body.errCode).toBe('OPSB0005');
  });
});
