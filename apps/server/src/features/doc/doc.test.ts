import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import { findSite } from '#features/site/site.reads';
import { replaceSite } from '#features/site/site.steps';
import type { TestApp } from '#kernel/testing/test-app';
import { excerpt, highlight, markPattern } from './doc-highlight.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openContentFixture();
});
afterAll(() => app.close());

interface Node {
  readonly slug: string;
  readonly children: readonly Node[];
}
const leavesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => (node.children.length === 0 ? [node.slug] : leavesOf(node.children)));

describe('R1.1 the document centre', () => {
  it('R1.1 the tree holds every document, in reading order, and neighbours follow it', async () => {
    const { body } = await app.call('doc.queryDocTree');
    const slugs = leavesOf(body.data.nodes);
    expect(slugs.length).toBeGreaterThanOrEqual(30);
    expect(slugs).toEqual((await app.rows('select slug from document order by position')).map((row) => row['slug']));
    const second = await app.call('doc.queryDetail', { slug: slugs[1] });
    expect(second.body.data).toMatchObject({ prev: { slug: slugs[0] }, next: { slug: slugs[2] } });
    const first = await app.call('doc.queryDetail', { slug: slugs[0] });
    expect(first.body.data.prev).toBeNull();
  });

  it('R1.1 a two-character word inside a sentence is found, the best first, and marked', async () => {
    const { body } = await app.call('doc.queryList', { keyword: '对账' });
    expect(body.data.total).toBeGreaterThan(2);
    expect(body.data.items[0].title).toContain('对账');
    expect(body.data.items[0].highlights.title).toContain('<mark>对账</mark>');
    for (const item of body.data.items)
      expect(`${item.highlights.title}${item.highlights.summary}`).toContain('<mark>');
  });

  it.each([['xlsx'], ['XLSX'], ['统一社会信用代码'], ['hmac']])('R1.1 %s is found', async (keyword) => {
    expect((await app.call('doc.queryList', { keyword })).body.data.total).toBeGreaterThan(0);
  });

  it.each([
    ["'; drop table document; --"],
    ['%'],
    ["a' | 'b"],
    ['\\'],
    ['<script>'],
    ['：*&!()'],
    ['😀'],
    ['x'.repeat(100)],
  ])('R5.5 the query %j is searched as plain words', async (keyword) => {
    const reply = await app.call('doc.queryList', { keyword });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toContain('<script>');
  });

  it('R3.2 pages do not overlap, and past the end there is nothing', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const { body } = await app.call('doc.queryList', { page, pageSize: 10 });
      seen.push(...body.data.items.map((item: Node) => item.slug));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect((await app.call('doc.queryList', { page: 50, pageSize: 100 })).body.data.items).toEqual([]);
  });

  it('contract 7 a page is never longer than pageSizeMax: a longer one is a 422, and the default fits', async () => {
    const small = await openContentFixture({ limits: { pageSizeMax: 15 } });
    try {
      expect(await small.call('doc.queryList', { pageSize: 16 })).toMatchObject({
        status: 422,
        body: { errCode: 'RHSY422', data: { fields: [{ path: 'pageSize', message: '不能大于 15' }] } },
      });
      const { body } = await small.call('doc.queryList');
      expect(body.data).toMatchObject({ pageSize: 15 });
      expect(body.data.items).toHaveLength(15);
    } finally {
      await small.close();
    }
  });

  it('R3.2 the total comes with page 1, and with other pages when it is asked for', async () => {
    for (const words of [{}, { keyword: '对账' }, { keyword: '，' }]) {
      const ask = async (part: object) => (await app.call('doc.queryList', { ...words, ...part })).body.data;
      const first = await ask({ page: 1 });
      expect(first).toMatchObject({ total: expect.any(Number), totalIsExact: true });
      expect(await ask({ page: 2 })).not.toHaveProperty('total');
      expect(await ask({ page: 2 })).not.toHaveProperty('totalIsExact');
      expect(await ask({ page: 2, withTotal: true })).toMatchObject({ total: first.total, totalIsExact: true });
    }
  });

  it.each([
    [1000, 10, 200],
    [1001, 10, 422],
    [100, 100, 200],
    [101, 100, 422],
    [10_001, 10, 422],
    [Number.MAX_SAFE_INTEGER, 100, 422],
  ])('R5.5 page %i of %i rows answers %i: too deep a page points to the cursor', async (page, pageSize, status) => {
    const reply = await app.call('doc.queryList', { page, pageSize });
    expect(reply.status).toBe(status);
    if (status === 422) expect(reply.body.data.fields).toEqual([{ path: 'cursor', message: expect.any(String) }]);
  });

  it('R3.2 a section lists what is below it, nested sections included', async () => {
    const { body } = await app.call('doc.queryDocTree');
    const section = body.data.nodes.find((node: Node) => node.children.some((child) => child.children.length > 0));
    const list = await app.call('doc.queryList', { parentId: section.slug, pageSize: 100 });
    expect(new Set(list.body.data.items.map((item: Node) => item.slug))).toEqual(new Set(leavesOf([section])));
  });

  it('R5.5 a detail needs either an id or a slug', async () => {
    for (const payload of [{}, { id: 'a', slug: 'a' }]) {
      expect(await app.call('doc.queryDetail', payload)).toMatchObject({
        status: 422,
        body: { data: { fields: [{ path: 'slug' }] } },
      });
    }
    expect((await app.call('doc.queryDetail', { slug: 'nothing' })).status).toBe(404);
  });

  it('R1.1 stored texts contain no script, style, id or foreign scheme', async () => {
    for (const { html } of await app.rows('select html from document')) {
      expect(html).not.toMatch(/<script|<style|\sstyle=|\sid=|\son\w+=|javascript:|href=""/i);
    }
  });

  it('R4.12 one answer of a session to "was this helpful" counts, and it can be changed', async () => {
    const session = await app.open();
    const [{ doc_id: id } = {}] = await app.rows('select doc_id from document order by position limit 1');
    await app.call('doc.rate', { id, helpful: true }, { session });
    await app.call('doc.rate', { id, helpful: false, comment: '少一张图' }, { session });
    expect(await app.rows('select helpful, comment from doc_rating')).toEqual([
      { helpful: false, comment: '少一张图' },
    ]);
    expect((await app.call('doc.rate', { id: 'nothing', helpful: true }, { session })).status).toBe(404);
  });

  it('R14.6 an address may answer sixty times an hour, in any sessions, and then has to wait; others go on', async () => {
    const payload = { id: 'register-an-account', helpful: true, comment: '字'.repeat(500) };
    const rate = async (remoteAddress: string) => {
      const session = await app.open({ remoteAddress });
      return app.call('doc.rate', payload, { session, remoteAddress });
    };
    for (let count = 0; count < 60; count += 1) expect((await rate('203.0.113.7')).status).not.toBe(429);
    const refused = await rate('203.0.113.7');
    expect(refused).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(refused.body.data.retryAfter).toBeGreaterThan(0);
    expect((await rate('203.0.113.8')).status).not.toBe(429);
  });

  it('R2.6 while the centre is off its operations answer 404 and products name no documents, at once', async () => {
    const site = await findSite(app.database.reading('service'));
    if (site === undefined) throw new Error('no site');
    const switchTo = (docCenter: 'on' | 'off') =>
      app.database.transact('service', async (tx) => {
        await replaceSite(tx, { ...site, docCenter });
        await tx
          .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('content_changed'), eb.val('')]).as('notified'))
          .execute();
      });
    await app.call('doc.queryDocTree');
    await switchTo('off');
    await expect.poll(async () => (await app.call('doc.queryDocTree')).status).toBe(404);
    for (const [id, payload] of [
      ['doc.queryList', {}],
      ['doc.queryDetail', { slug: 'register-an-account' }],
      ['doc.rate', { id: 'register-an-account', helpful: true }],
    ] as const) {
      expect((await app.call(id, payload)).status, id).toBe(404);
    }
    const product = await app.call('portal.productQueryDetail', { pid: 'factoring' });
    expect(product.body.data.docs).toEqual([]);
    await switchTo('on');
    await expect.poll(async () => (await app.call('doc.queryDocTree')).status).toBe(200);
  });
});

describe('R1.1 highlights', () => {
  it('R1.1 text is escaped, and only the matches are marked', () => {
    const pattern = markPattern(['账单', 'a']);
    expect(highlight('<b>账单</b> & A', pattern)).toBe('&lt;b&gt;<mark>账单</mark>&lt;/b&gt; &amp; <mark>A</mark>');
    expect(highlight('x<y', null)).toBe('x&lt;y');
  });

  it('R1.1 an excerpt surrounds the first match', () => {
    const text = `${'前'.repeat(100)}对账${'后'.repeat(200)}`;
    const piece = excerpt(text, markPattern(['对账']), { fallback: '无' });
    expect(piece).toMatch(/^…前{30}对账后+…$/);
    expect(excerpt(text, markPattern(['没有']), { fallback: '无' })).toBe('无');
  });
});
