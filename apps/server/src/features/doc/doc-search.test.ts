import { readQuestion } from '@ronghui/domain/search-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import { readingsOf } from '#kernel/testing/plan.sql';
import type { TestApp } from '#kernel/testing/test-app';
import { everydayQuestions } from './doc-questions.fixture.ts';
import { searchDocs } from './doc-search.ts';

const documents = 5000;
const listing = { page: 1, pageSize: 20, offset: 0, after: null, wantsTotal: true };

let app: TestApp;
beforeAll(async () => {
  app = await openContentFixture();
});
afterAll(() => app.close());

const readingsFor = (keyword: string) =>
  readingsOf(app.database.reading('service'), (db) => searchDocs(db, readQuestion(keyword), { listing }));

/** Documents that all contain 旮旯; each hundredth has it in its title, and the last one contains 饕餮. */
const addDocuments = async () => {
  await app.rows(
    `insert into document (doc_id, slug, section_id, position, rank, title, summary, markdown, html, plain, outline, search, updated_at)
     select 'many-' || n, 'many-' || n, (select section_id from doc_section limit 1), 10000 + n, n,
       case when n % 100 = 99 then '旮旯' else '文档' end || n, '', '', '', repeat('旮旯的正文', 20), '[]',
       (case when n % 100 = 99 then '''旮旯'':1A,2' else '''旮旯'':2,' || 3 + n % 7 end || case when n = $1 then ' ''饕餮'':4' else '' end)::tsvector,
       app_now()
     from generate_series(1, $1::int) n`,
    [documents],
  );
  await app.rows('select analyze_documents()');
};

it('R2.6 after an import the statistics of the search are those of the imported documents', async () => {
  const [row] = await app.rows(
    `select reltuples::int as known, (select count(*)::int from document) as stored from pg_class where oid = 'document'::regclass`,
  );
  expect(row?.['stored']).toBeGreaterThan(0);
  expect(row?.['known']).toBe(row?.['stored']);
});

const foundBy = async (keyword: string): Promise<string[]> => {
  const { body } = await app.call('doc.queryList', { keyword, pageSize: 10 });
  return body.data.items.map(({ slug }: { slug: string }) => slug);
};

it('R1.1 everyday questions find their documents: of ten the right one is first eight times, and of twenty among three nineteen times', async () => {
  const places: { question: string; found: string[]; place: number }[] = [];
  for (const [question, ...answers] of everydayQuestions) {
    const found = await foundBy(question);
    places.push({ question, found: found.slice(0, 3), place: found.findIndex((slug) => answers.includes(slug)) });
  }
  const notFirst = places.filter(({ place }) => place !== 0);
  const notAmongThree = places.filter(({ place }) => place < 0 || place > 2);
  expect(places.length).toBeGreaterThanOrEqual(40);
  expect(notFirst.length, JSON.stringify(notFirst)).toBeLessThanOrEqual(places.length * 0.2);
  expect(notAmongThree.length, JSON.stringify(notAmongThree)).toBeLessThanOrEqual(places.length * 0.05);
});

it('R2.6 a rare word among five thousand documents is found by the index, and its rows alone are read', async () => {
  await addDocuments();
  const readings = await readingsFor('饕餮');
  expect(readings).toHaveLength(1);
  for (const { indexes, fetched } of readings) {
    expect(indexes).toEqual(['document_search', 'document_pkey']);
    // Once as a match, once as a candidate.
    expect(fetched).toBe(2);
  }
});

it('R2.6 of the documents with a word, those that have it in their title come first, and each is listed once', async () => {
  const seen: string[] = [];
  for (const page of [1, 2, 6, 50, 51, 60]) {
    const { body } = await app.call('doc.queryList', { keyword: '旮旯', page, pageSize: 10 });
    if (page === 1) expect(body.data.total).toBe(documents);
    seen.push(...body.data.items.map(({ title }: { title: string }) => title));
  }
  expect(new Set(seen).size).toBe(60);
  for (const title of seen.slice(0, 20)) expect(title).toMatch(/^旮旯/);
});
