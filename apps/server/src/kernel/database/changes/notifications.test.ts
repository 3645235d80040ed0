import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Listeners, listenTo, type Notifications } from '#kernel/database/changes/notifications';
import { announce } from '#kernel/database/db';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
let listening: Notifications;
const heard: string[] = [];
const hear = (channel: string) => () => void heard.push(channel);
const on: Listeners['on'] = {
  session_ended: hear('session_ended'),
  content_changed: hear('content_changed'),
  outbox_filled: hear('outbox_filled'),
  job_sent: hear('job_sent'),
  job_cancelled: hear('job_cancelled'),
  data_key_changed: hear('data_key_changed'),
  woken: hear('woken'),
};
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const listeners = { on, caughtUp: vi.fn<() => void>() };
  listening = await listenTo(app.database, { url: app.url, listeners, log: app.ports.log });
  expect(listeners.caughtUp).toHaveBeenCalledOnce();
  heard.length = 0;
});
afterEach(() => listening.stop());

const versions = async () =>
  new Map(
    (await app.rows('select channel, version from change_version')).map((row) => [row['channel'], row['version']]),
  );

describe('running 1.7 what one node changes', () => {
  it('running 1.7 is seen by the others though the node that changed it died before it notified them', async () => {
    await app.rows(
      "insert into change_version (channel, version) values ('content_changed', 'of another node') on conflict (channel) do update set version = excluded.version",
    );
    await expect.poll(() => heard).toEqual(['content_changed']);
    await app.rows("delete from change_version where channel = 'content_changed'");
    // A crash of the database empties the table.
    await expect.poll(() => heard).toEqual(['content_changed', 'content_changed']);
  });

  it('running 1.7 has another version with each committed change and none with one that is rolled back', async () => {
    const change = (channel: 'content_changed' | 'data_key_changed') =>
      app.database.transact('service', async (tx) => announce(tx, channel));
    await change('content_changed');
    const first = await versions();
    await change('content_changed');
    const second = await versions();
    expect(second.get('content_changed')).not.toBe(first.get('content_changed'));
    await expect(
      app.database.transact('service', async (tx) => {
        announce(tx, 'content_changed');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await versions()).toEqual(second);
    await change('data_key_changed');
    expect((await versions()).get('content_changed')).toBe(second.get('content_changed'));
    await expect.poll(() => heard).toContain('data_key_changed');
  });
});
