import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { enter, pdf, photograph, workbookParts, zipOf } from './file.fixture.ts';
import { pictureTurns } from './picture/picture-turns.ts';

let app: TestApp;
let first: TestBrowser;
let second: TestBrowser;
beforeAll(async () => {
  app = await testApp({ limits: { uploadsPerTenantPerMinute: 100, uploadsPerTenantAtOnce: 100 } });
  first = await enter(app, 1);
  second = await enter(app, 2);
});
afterAll(() => app.close());

const atOnce = (count: number, name: string, bytes: Buffer): Promise<TestReply[]> =>
  Promise.all(Array.from({ length: count }, () => first.upload('file.upload', name, bytes)));

describe('security 4.14 the pools for examining files', () => {
  it.each([
    ['a.xlsx', async () => zipOf(workbookParts)],
    ['a.png', async () => photograph('png', 1200, 900)],
  ])(
    'security 4.14 many parallel uploads of %s find a short queue, and a full queue answers with the time to wait',
    async (name, make) => {
      const replies = await atOnce(45, name, await make());
      const taken = replies.filter(({ status }) => status === 200);
      const refused = replies.filter(({ status }) => status !== 200);
      // How many are examined within the longest wait of the queue depends on the machine.
      expect(taken.length).toBeGreaterThan(0);
      expect(refused.length).toBeGreaterThan(0);
      for (const reply of refused) {
        expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0001' } });
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      }
      const [row] = await app.rows('select count(*)::int as count from file where name = $1', [name]);
      expect(row?.['count']).toBe(taken.length);
      await app.clock.advance({ minutes: 2 });
      expect((await first.upload('file.upload', name, await make())).status).toBe(200);
    },
  );

  it('security 4.14 while pictures wait for each other, other files pass', async () => {
    const gate = Promise.withResolvers<void>();
    const held = ['one', 'other'].map((owner) => pictureTurns.work(owner, () => gate.promise));
    const picture = first.upload('file.upload', 'a.png', await photograph('png'));
    expect((await second.upload('file.upload', 'a.pdf', pdf)).status).toBe(200);
    gate.resolve();
    await Promise.all(held);
    expect((await picture).status).toBe(200);
  });

  it('security 4.14 a tenant’s uploads of a minute are counted, separately from another’s', async () => {
    await app.clock.advance({ minutes: 2 });
    const replies: TestReply[] = [];
    for (let n = 0; n < 101; n += 1) replies.push(await first.upload('file.upload', 'a.pdf', pdf));
    expect(replies.slice(0, 100).every(({ status }) => status === 200)).toBe(true);
    expect(replies[100]).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(Number(replies[100]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await second.upload('file.upload', 'a.pdf', pdf)).status).toBe(200);
  });
});
