import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountFixture, openAccountFixture, strongPassword } from '#features/account/account.fixture';
import { addStaff, staffPassword } from '#features/staff/staff.fixture';
import { operatorAuthor as author } from '#kernel/command-verb';
import { makeGeneration } from '#kernel/secrets/data-keys/data-keys';
import { dropOldPepper } from '#kernel/secrets/data-keys/drop-pepper';
import { generationOf, pepperMark } from '#kernel/secrets/data-keys/pepper-mark';
import { turnMaster } from '#kernel/secrets/data-keys/turn-master';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { testApp } from '#kernel/testing/test-app';

let fixture: AccountFixture;
beforeEach(async () => {
  fixture = await openAccountFixture({ storesKeys: true });
});
afterEach(() => fixture.close());

const make = () =>
  makeGeneration(fixture.app.database, join(fixture.app.dataDir, 'secrets'), { purpose: 'pepper', author });
/** Makes a generation, and waits until the running server hashes with it. */
const turn = async (): Promise<number> => {
  const generation = (await make()) ?? 0;
  const { passwords } = fixture.app.ports;
  await expect.poll(async () => generationOf(await passwords.hash('x'))).toBe(generation);
  return generation;
};
const drop = () => dropOldPepper(fixture.app.database, author);
const hashOf = async (masked: string): Promise<string> =>
  String(
    (await fixture.app.rows('select password_hash as hash from user_account where mobile_masked = $1', [masked]))[0]
      ?.hash,
  );
const staffHashes = () =>
  fixture.app.rows(`select password_hash as hash from staff union all select password_hash from staff_password`);
const logIn = async (mobile: string, pwd = strongPassword) => (await fixture.browser()).login(mobile, pwd);
const logInAsStaff = async (account: string) =>
  (await fixture.app.openConsole()).call('ops.login', { account, pwd: staffPassword });
/** Moves the registration of an account before the 180 days, and leaves no login of it. */
const makeUnseen = async (masked: string) => {
  const of = [masked];
  await fixture.app.rows(
    "update user_account set created_at = app_now() - interval '181 days' where mobile_masked = $1",
    of,
  );
  await fixture.app.rows(
    'delete from login_history where user_id = (select user_id from user_account where mobile_masked = $1)',
    of,
  );
};

describe('running 5.4 the pepper turns over', () => {
  it('running 5.4 a hash names its pepper from the second on, and what the first went into is as it was', () => {
    expect([pepperMark(1), pepperMark(2), pepperMark(12)]).toEqual(['$', ',keyid=Mg$', ',keyid=MTI$']);
    const stored = (mark: string) => `$argon2id$v=19$m=19456,t=2,p=1${mark}AAAA$BBBB`;
    for (const generation of [1, 2, 12, 65_535]) expect(generationOf(stored(pepperMark(generation)))).toBe(generation);
  });

  it('running 5.4 each login hashes its password anew with the new pepper; that of before is right until then, and is known as used', async () => {
    const { app } = fixture;
    await fixture.register('13700000001');
    const other = await fixture.register('13700000007');
    await addStaff(app, 'li.na');
    const before = await hashOf('137****0001');
    expect(await turn()).toBe(2);
    expect(await hashOf('137****0001')).toBe(before);
    expect((await logIn('13700000001')).status).toBe(200);
    const after = await hashOf('137****0001');
    expect([generationOf(before), generationOf(after)]).toEqual([1, 2]);
    expect(
      await app.rows(
        "select password_hash as hash from password_history where user_id = (select user_id from user_account where mobile_masked = '137****0001')",
      ),
    ).toEqual([{ hash: after }]);
    expect((await logIn('13700000001')).status).toBe(200);
    expect((await logIn('13700000001', 'Not-The-Password-1')).body.errCode).toBe('OPS10001');
    expect(await hashOf('137****0001')).toBe(after);
    expect((await logInAsStaff('li.na')).status).toBe(200);
    expect((await staffHashes()).map(({ hash }) => generationOf(String(hash)))).toEqual([2, 2]);
    expect((await logInAsStaff('li.na')).status).toBe(200);
    const change = (oldPwd: string, newPwd: string) =>
      other.call('portal.changePwd', { mobile: '13700000007', oldPwd, newPwd });
    expect((await change(strongPassword, 'Quite-Other-77')).status).toBe(200);
    await other.raw.start();
    expect((await change('Quite-Other-77', strongPassword)).body.errCode).toBe('OPS01002');
  });

  it('running 5.4 registrations and logins at the moment of a turn leave hashes that are right', async () => {
    await fixture.register('13700000002');
    const browsers = await Promise.all(Array.from({ length: 3 }, () => fixture.browser()));
    const form = { mobile: '13700000002', pwd: strongPassword };
    const [made, , ...replies] = await Promise.all([
      make(),
      fixture.register('13700000003'),
      ...browsers.map((browser) => browser.callWithRetry('portal.login', form)),
    ]);
    expect([made, ...replies.map(({ status }) => status)]).toEqual([2, 200, 200, 200]);
    for (const mobile of ['13700000002', '13700000003']) expect((await logIn(mobile)).status).toBe(200);
    await expect.poll(async () => generationOf(await fixture.app.ports.passwords.hash('x'))).toBe(2);
    for (const mobile of ['13700000002', '13700000003']) expect((await logIn(mobile)).status).toBe(200);
    expect(await Promise.all(['137****0002', '137****0003'].map(hashOf)).then((all) => all.map(generationOf))).toEqual([
      2, 2,
    ]);
  });

  it('running 5.4 R4.5 of logins at once each is right, though the first one hashes the password anew', async () => {
    await fixture.register('13700000008');
    await addStaff(fixture.app, 'zhao.min');
    expect(await turn()).toBe(2);
    const browsers = await Promise.all(Array.from({ length: 4 }, () => fixture.browser()));
    const consoles = await Promise.all(Array.from({ length: 4 }, () => fixture.app.openConsole()));
    const form = { mobile: '13700000008', pwd: strongPassword };
    const replies = await Promise.all([
      ...browsers.map((browser) => browser.callWithRetry('portal.login', form)),
      ...consoles.map((console) => console.call('ops.login', { account: 'zhao.min', pwd: staffPassword })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(generationOf(await hashOf('137****0008'))).toBe(2);
    expect((await logIn('13700000008')).status).toBe(200);
    expect((await logInAsStaff('zhao.min')).status).toBe(200);
  });

  it('running 5.4 a hash of a pepper that was not read is no wrong password, but a fault', async () => {
    const { passwords } = fixture.app.ports;
    const stored = (await passwords.hash(strongPassword)).replace(/,p=1\$/, `,p=1${pepperMark(9)}`);
    expect(generationOf(stored)).toBe(9);
    await expect(passwords.verify(stored, strongPassword)).rejects.toThrow('names pepper 9');
  });

  it('running 5.4 of two turns at once one makes a generation', async () => {
    // Its server keeps its keys to itself, as if it did not run.
    const idle = await testApp();
    try {
      const files = await openKeyFiles(idle.dataDir, true);
      await openSecrets(idle.database, files);
      const asked = () => makeGeneration(idle.database, files.folder, { purpose: 'pepper', author });
      expect(new Set(await Promise.all([asked(), asked()]))).toEqual(new Set([2, null]));
      // A command beside the server hashes with what is in force.
      expect((await openSecrets(idle.database, files)).peppers.current.generation).toBe(1);
      expect((await openSecrets(idle.database, files, {})).peppers.current.generation).toBe(2);
    } finally {
      await idle.close();
    }
  });

  it('running 5.4 the old one is dropped by a second command, which refuses in the first hour and while an account needs it, and says how many', async () => {
    const { app } = fixture;
    expect(await drop()).toEqual({ outcome: 'none' });
    await fixture.register('13700000004');
    await fixture.register('13700000005');
    await addStaff(app, 'wang.wei');
    await turn();
    expect(await drop()).toEqual({ outcome: 'young' });
    await app.clock.advance({ hours: 2 });
    const [users, staff] = ['user_account.password_hash', 'staff.password_hash'];
    expect(await drop()).toEqual({
      outcome: 'needed',
      needed: [
        { name: users, count: 2 },
        { name: staff, count: 1 },
      ],
    });
    expect((await logIn('13700000004')).status).toBe(200);
    expect((await logInAsStaff('wang.wei')).status).toBe(200);
    await makeUnseen('137****0005');
    // Closed accounts need nothing, and one that used its password within the time does.
    await app.rows(
      `insert into login_history (login_id, mobile_digest, user_id, method, result, address, known_device, created_at)
        select 'seen', mobile_digest, user_id, 'password', 'success', '', true, app_now() - interval '179 days'
        from user_account where mobile_masked = '137****0005'`,
    );
    expect(await drop()).toEqual({ outcome: 'needed', needed: [{ name: users, count: 1 }] });
    await app.rows("update login_history set method = 'sms' where login_id = 'seen'");
    expect(await drop()).toEqual({ outcome: 'dropped', generations: [1], unseen: { users: 1, staff: 0 } });
    expect(await drop()).toEqual({ outcome: 'none' });
  });

  it('running 5.4 an account unseen for 180 days sets its password by code once the pepper is gone, and reads what a wrong password reads until then', async () => {
    const { app } = fixture;
    await fixture.register('13700000006');
    await turn();
    const before = await hashOf('137****0006');
    await app.clock.advance({ hours: 2 });
    await makeUnseen('137****0006');
    expect(await drop()).toMatchObject({ outcome: 'dropped', unseen: { users: 1 } });
    await expect.poll(() => app.ports.passwords.verify(before, strongPassword)).toBe(false);
    expect((await logIn('13700000006')).body.errCode).toBe('OPS10001');
    const browser = await fixture.browser();
    const smsCode = await browser.codeFor('13700000006', 'findPwd');
    const found = await browser.call('portal.findPwd', { mobile: '13700000006', newPwd: 'Quite-Other-77', smsCode });
    expect(found.status, found.text).toBe(200);
    expect((await logIn('13700000006', 'Quite-Other-77')).status).toBe(200);
    expect(generationOf(await hashOf('137****0006'))).toBe(2);
    // A start knows it too, and the next turn drops the second.
    const started = await openSecrets(app.database, await openKeyFiles(app.dataDir, true), {});
    expect([started.peppers.find(1), started.peppers.find(2)?.type]).toEqual([undefined, 'secret']);
    expect(await turn()).toBe(3);
    await app.clock.advance({ hours: 2 });
    expect(await drop()).toMatchObject({ outcome: 'needed' });
    expect((await logIn('13700000006', 'Quite-Other-77')).status).toBe(200);
    expect(await drop()).toEqual({ outcome: 'dropped', generations: [2], unseen: { users: 0, staff: 0 } });
    // The master key's turn wraps what is left, and finds nothing of the dropped ones.
    const folder = join(app.dataDir, 'secrets');
    expect(await turnMaster(app.database, { folder, given: null, again: false, author })).toBe('turned');
    const { peppers } = await openSecrets(app.database, await openKeyFiles(app.dataDir, true), {});
    expect([1, 2, 3].map((generation) => peppers.find(generation)?.type)).toEqual([undefined, undefined, 'secret']);
    expect((await logIn('13700000006', 'Quite-Other-77')).status).toBe(200);
  });
});
