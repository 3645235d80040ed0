import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentEditor } from '#features/content/record/record.fixture';
import { stepTicketOf } from '#features/staff/staff.fixture';
import type { TestBrowser } from '#kernel/testing/test-client';
import { browserAt, type NodeProcess, NodeSite, sentTo } from './two-nodes.fixture.ts';

const merchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };
const other = { mobile: '13800000002', pwd: 'Demo-Merchant-2' };

let site: NodeSite;
let one: NodeProcess;
let two: NodeProcess;
let [urlOne, urlTwo] = ['', ''];
beforeAll(async () => {
  site = await NodeSite.open();
  one = site.start('one');
  urlOne = await one.url();
  two = site.start('two', site.keysOf(one));
  urlTwo = await two.url();
}, 400_000);
afterAll(() => site.close());

const opened = async (url: string): Promise<TestBrowser> => {
  const browser = browserAt(url);
  // A node that is busy says so, and is asked again.
  await expect.poll(async () => (await browser.start()).status).toBe(200);
  return browser;
};
const loggedIn = async (url: string, who = merchant): Promise<TestBrowser> => {
  const browser = await opened(url);
  expect((await browser.call('portal.login', who)).status).toBe(200);
  return browser;
};
const times = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));

const patient = { timeout: 240_000 };

describe('running 1 two nodes on one database', patient, () => {
  it('running 1.1 running 1.2 a session and a key of one serve on the other, and a nonce that one has seen is refused by both', async () => {
    const here = await loggedIn(urlOne);
    const there = sentTo(here, urlTwo);
    const body = here.body('home.summary', '{}');
    expect((await here.sendBody('home.summary', body)).status).toBe(200);
    const refused = { status: 403, body: { errCode: 'UMDP00001', data: { reason: 'REPLAY' } } };
    for (const browser of [there, here]) expect(await browser.sendBody('home.summary', body)).toMatchObject(refused);
    expect((await there.call('home.summary')).status).toBe(200);
    expect((await there.call('portal.logout')).status).toBe(200);
    // The key goes with the session.
    await expect.poll(async () => (await here.call('home.summary')).status).toBe(403);
  });

  it('running 1.6 both are entered with where they listen', async () => {
    const rows = await site.rows('select address from node where gone_at is null order by started_at');
    expect(rows.map(({ address }) => address)).toEqual([urlOne, urlTwo]);
  });

  it('running 1.7 content that one publishes and a switch that the other turns are seen on both', async () => {
    const editor = await ContentEditor.enter(await site.staffAt(one), 'nodes-editor', ['admin']);
    const visitor = await opened(urlTwo);
    const title = async () => (await visitor.call('portal.queryPage', { page: 'about' })).body.data.title;
    const about = await editor.published('page', 'about');
    expect(await title()).toBe(about.title);
    await editor.put({ ...about, title: '由另一个节点发布' });
    await expect.poll(title).toBe('由另一个节点发布');

    const here = await opened(urlOne);
    const isOpen = async () => (await here.call('sys.isVisible', { key: 'IS_VISIBLE_DOC_CENTER' })).body.data;
    const before = await isOpen();
    const settings = await editor.published('site');
    const there = sentTo(editor.browser, urlTwo);
    const { version } = (await there.call('ops.content.detail', { record: 'site' })).body.data;
    const key = (at: number) => `two-nodes-switch-${at}`;
    const saved = await there.call('ops.content.save', {
      body: { ...settings, docCenter: 'off' },
      version,
      idempotencyKey: key(1),
    });
    expect(saved.status, saved.text).toBe(200);
    const published = await there.call('ops.content.publish', {
      record: 'site',
      version: (await there.call('ops.content.detail', { record: 'site' })).body.data.version,
      stepTicket: await stepTicketOf(there),
      idempotencyKey: key(2),
    });
    expect(published.status, published.text).toBe(200);
    await expect.poll(isOpen).not.toEqual(before);
  });

  it('running 1.6 right passwords at once over both lock nobody out, and of fifty wrong ones five are tried', async () => {
    const browsers = await Promise.all(times(12, (at) => opened(at % 2 === 0 ? urlOne : urlTwo)));
    const busy = async (browser: TestBrowser, who: typeof other) => {
      for (;;) {
        const reply = await browser.call('portal.login', who);
        if (reply.body.errCode !== 'OPSB0001') return reply;
        await pause(20);
      }
    };
    const replies = await Promise.all(browsers.map((browser) => busy(browser, other)));
    expect(replies.map(({ status }) => status)).toEqual(times(12, () => 200));
    const nobody = { mobile: '13800000009', pwd: 'Wrong-Password-1' };
    const wrong = await Promise.all(
      times(50, async (at) => busy(await opened(at % 2 === 0 ? urlOne : urlTwo), nobody)),
    );
    const codes = wrong.map(({ body }) => body.errCode);
    expect(codes.filter((code) => code === 'OPS10001').length).toBeLessThanOrEqual(5);
    expect(codes.every((code) => code === 'OPS10001' || code === 'OPS10003')).toBe(true);
  });

  it('running 1.2 running 1.7 a third is refused that keeps its state to itself, has other limits, or another folder of files', async () => {
    const keys = site.keysOf(one);
    const marked = async () => (await site.rows('select marked_at from file_store'))[0]?.['marked_at'];
    await expect.poll(marked).toBeInstanceOf(Date);
    const refusals = await Promise.all(
      [
        { ...keys, SHARED_STATE: 'memory' },
        { ...keys, LIMITS: '{"exportRows":1000}' },
        { ...keys, FILES_DIR: join(one.dataDir, 'other-files') },
      ].map(async (settings, at) => {
        const third = site.start(`refused-${at}`, settings);
        expect(await third.ended).toBe(1);
        return third.output.err;
      }),
    );
    expect(refusals).toEqual([
      expect.stringMatching(/另一个融惠服务正在使用这个数据库/),
      expect.stringMatching(/与运行中的节点 http.* 的设置不同：限额/),
      expect.stringMatching(/FILES_DIR（.*other-files）不是其他节点所用的文件存储/),
    ]);
  });
});

describe('running 1.6 a node that goes', patient, () => {
  /** As a balancer does: to the node that says it is ready, a tenth of a second old at most. */
  const readyOne = async (): Promise<string> => {
    for (const url of [urlOne, urlTwo]) {
      const reply = await fetch(`${url}/readyz?only=node`).catch(() => null);
      if (reply?.status === 200) return url;
    }
    throw new Error('no node is ready');
  };

  it('running 1.6 one that is stopped serves every call until the balancer has left it', async () => {
    const here = await loggedIn(urlOne);
    let [isGone, served] = [false, 0];
    const stopped = one.ended.then((code) => {
      isGone = true;
      return code;
    });
    one.child.kill('SIGTERM');
    while (!isGone || served < 20) {
      const reply = await sentTo(here, await readyOne()).call('home.summary');
      expect(reply.status, reply.text).toBe(200);
      served += 1;
    }
    expect(await stopped).toBe(0);
    expect(one.output.err).not.toMatch(/\n\s+at /);
    one = site.start('one');
    urlOne = await one.url();
  });

  it('running 1.6 one that is killed loses nothing that it acknowledged, and the other serves its sessions', async () => {
    const acknowledged: TestBrowser[] = [];
    const count = async () =>
      Number((await site.rows("select count(*) from login_history where result = 'success'"))[0]?.['count']);
    const before = await count();
    const goOn = async (): Promise<void> => {
      try {
        for (;;) {
          const browser = await opened(urlTwo);
          if ((await browser.call('portal.login', other)).status === 200) acknowledged.push(browser);
        }
      } catch {
        // Killed.
      }
    };
    const working = Promise.all([goOn(), goOn()]);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    two.child.kill('SIGKILL');
    await working;
    expect((await count()) - before).toBeGreaterThanOrEqual(acknowledged.length);
    const last = acknowledged.at(-1);
    if (last === undefined) throw new Error('nobody logged in');
    expect((await sentTo(last, urlOne).call('home.summary')).status).toBe(200);
  });
});
