import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';
import type { TestApp } from '#kernel/testing/test-app';
import { runAsAdmin } from '#kernel/testing/test-server';
import { openContentFixture } from '../content.fixture.ts';
import { publishBody } from './publication.ts';
import { ContentEditor } from './record.fixture.ts';
import type { BodyOf } from './record-body.ts';

/** How soon the serving process shows what was published. @unit ms */
const soonMs = 1000;

let app: TestApp;
let editor: ContentEditor;
beforeAll(async () => {
  app = await openContentFixture({ limits: { opsSessionIdleMinutes: 600 } });
  editor = await ContentEditor.enter(app, 'wang-fang');
});
afterAll(() => app.close());

const shownTitle = async (): Promise<string> => (await app.call('portal.queryPage', { page: 'about' })).body.data.title;
const about = (): Promise<BodyOf<'page'>> => editor.published('page', 'about');
const expectSoon = (title: string) => expect.poll(shownTitle, { timeout: soonMs, interval: 20 }).toBe(title);

/** Publishes as another process does: by a connection that this one knows nothing of. */
const publishElsewhere = async (body: BodyOf<'page'>): Promise<void> => {
  const other = openDatabase({ url: app.url, onError: () => undefined });
  try {
    await other.transact('service', (tx) =>
      publishBody(tx, { body, origin: 'console', by: 'li-na', author: systemAuthor }),
    );
  } finally {
    await other.close();
  }
};

describe('R11.3 published content reaches the cache of the serving process', () => {
  it('R11.3 within a second, when the console published it', async () => {
    const body = await about();
    expect(await shownTitle()).toBe(body.title);
    await editor.put({ ...body, title: '由运营台发布' });
    await expectSoon('由运营台发布');
  });

  it('R11.3 within a second, when another connection published it', async () => {
    const body = await about();
    await shownTitle();
    await publishElsewhere({ ...body, title: '由另一连接发布' });
    await expectSoon('由另一连接发布');
  });

  it('R11.3 also what was published while the listener was lost, once it is there again', async () => {
    const body = await about();
    await shownTitle();
    await runAsAdmin(
      app.url,
      // Fails when there is none, by a division by zero.
      `select 1 / count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and application_name = 'ronghui_listen'`,
    );
    await publishElsewhere({ ...body, title: '监听断开时发布' });
    await expect.poll(shownTitle, { timeout: 15_000 }).toBe('监听断开时发布');
    // The new listener hears the next one.
    await publishElsewhere({ ...body, title: '监听恢复后发布' });
    await expectSoon('监听恢复后发布');
  });
});
