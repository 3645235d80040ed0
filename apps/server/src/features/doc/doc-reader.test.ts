import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { docJobs } from './doc.jobs.ts';

let app: TestApp;
let staff: TestBrowser;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600_000 } });
  staff = await enterStaff(app, 'wang-fang', { roles: ['content'] });
});
afterAll(() => app.close());

const missed = (keyword: string) => app.call('doc.searchMissed', { keyword });
const misses = async () => (await staff.call('ops.doc.misses', {})).body.data.items;

describe('R11.3 what readers found helpful, and searched in vain', () => {
  it('R11.3 searches without a result are counted by word; what is found or may name a person is not kept', async () => {
    for (const keyword of ['独角兽', ' 独角兽 ', '发票', '13800138000', 'a@b.cn', '火星车']) {
      expect((await missed(keyword)).status, keyword).toBe(200);
    }
    expect(await misses()).toMatchObject([
      { word: '独角兽', searches: 2 },
      { word: '火星车', searches: 1 },
    ]);
    expect(JSON.stringify(await app.rows('select * from doc_search_miss'))).not.toContain('138');
    expect((await missed('')).status).toBe(422);
  });

  it('R11.3 one address counts thirty an hour, a day has a thousand words, and they are kept ninety days', async () => {
    for (let turn = 0; turn < 40; turn += 1) await missed(`没有的词${turn}`);
    const { body } = await staff.call('ops.doc.misses', { days: 1, withTotal: true });
    expect(body.data.total).toBeLessThanOrEqual(30);
    await app.clock.advance({ minutes: 61 });
    await app.rows(
      "insert into doc_search_miss (on_day, word) select (app_now() at time zone 'Asia/Shanghai')::date, 'w' || n from generate_series(1, 1000) n on conflict do nothing",
    );
    await missed('满了之后的词');
    expect(await app.rows("select 1 from doc_search_miss where word = '满了之后的词'")).toEqual([]);
    await app.clock.advance({ days: 91 });
    for (const { run } of docJobs) await run({ ...app, log: app.ports.log });
    expect(await app.rows('select 1 from doc_search_miss')).toEqual([]);
  });

  it('R11.3 ratings are counted by document, with what readers wrote', async () => {
    const [row] = await app.rows('select slug, doc_id from document order by position limit 1');
    const reader = app.browser();
    await reader.start();
    await reader.call('doc.rate', { id: row?.['doc_id'], helpful: false, comment: '步骤三看不懂' });
    await app.call('doc.rate', { id: row?.['doc_id'], helpful: true });
    const again = await enterStaff(app, 'li-lei', { roles: ['content'] });
    await app.rows(
      `insert into behavior_day (on_day, step, page_id, visits, visitors) select on_day::date, step, '/portal/docs/' || $1, visits, 1 from (values
        ((app_now() at time zone 'Asia/Shanghai')::date, 'visit', 5), ((app_now() at time zone 'Asia/Shanghai')::date - 89, 'visit', 2),
        ((app_now() at time zone 'Asia/Shanghai')::date - 90, 'visit', 100)) as v (on_day, step, visits)`,
      [row?.['slug']],
    );
    const ratings = await again.call('ops.doc.ratings', {});
    expect(ratings.body.data).toMatchObject({
      total: 1,
      items: [{ slug: row?.['slug'], helpful: 1, notHelpful: 1, comments: 1, views: 7 }],
    });
    const comments = await again.call('ops.doc.comments', { slug: row?.['slug'] });
    expect(comments.body.data.items).toMatchObject([{ helpful: false, comment: '步骤三看不懂' }]);
  });
});
