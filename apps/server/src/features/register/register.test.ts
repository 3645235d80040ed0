import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type AccountFixture,
  currentAgreements,
  openAccountFixture,
  strongPassword,
} from '#features/account/account.fixture';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

/** A browser and a code of the scene `register` for this mobile. */
const proven = async (mobile: string) => {
  const browser = await fixture.browser();
  const smsCode = await browser.codeFor(mobile, 'register');
  return { browser, form: { mobile, pwd: strongPassword, smsCode, agreements: currentAgreements } };
};

describe('R1.1 registration', () => {
  it('R1.1 creates the user, the tenant and its owner, and signs in with a new session', async () => {
    const { browser, form } = await proven('13400000001');
    const before = browser.raw.keyId;
    const reply = await browser.call('portal.register', { ...form, companyName: '  甲贸易有限公司 ' });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { mobileMasked: '134****0001', role: 'owner', tenants: [{ name: '甲贸易有限公司', role: 'owner' }] },
        },
      },
    });
    expect(Object.values(reply.body.data.auth).every((held) => held === true)).toBe(true);
    expect(browser.raw.keyId).not.toBe(before);
    expect(await browser.call('tenant.get', {})).toMatchObject({
      status: 200,
      body: { data: { name: '甲贸易有限公司', certificationStatus: 'none', version: 1, uscc: null } },
    });
  });

  it('R10.6 stores the consents with version, digest, time and address', async () => {
    const { browser, form } = await proven('13400000002');
    await browser.call('portal.register', form);
    const rows = await fixture.app.rows(
      'select c.* from consent c join user_account u using (user_id) where mobile_masked = $1',
      ['134****0002'],
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        scene: 'register',
        agreement_version: '2026-11',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(row['address']).not.toBe('');
    }
  });

  it('R10.6 terms and privacy must be accepted in the current version', async () => {
    const { browser, form } = await proven('13400000003');
    const [terms, privacy] = currentAgreements;
    const tries = [
      [],
      [terms],
      [terms, { id: 'privacy', version: '2026-06' }],
      [terms, privacy, { id: 'nothing', version: '1' }],
    ];
    for (const agreements of tries) {
      expect(await browser.call('portal.register', { ...form, agreements })).toMatchObject({
        status: 409,
        body: { errCode: 'RHAG001' },
      });
    }
    expect(await browser.call('portal.register', form)).toMatchObject({ status: 200 });
  });

  it('R10.6 nobody registers while nothing is published that a registration agrees to', async () => {
    const { browser, form } = await proven('13400000031');
    const retired = JSON.stringify(['terms', 'privacy', 'marketing']);
    await fixture.app.rows("insert into site_setting (key, value) values ('retiredAgreements', $1)", [retired]);
    const reply = await browser.call('portal.register', { ...form, agreements: [] });
    await fixture.app.rows("delete from site_setting where key = 'retiredAgreements'");
    expect(reply).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
  });

  it.each([
    ['', 'OPS100011'],
    ['Short-1', 'OPSB0009'],
    ['alllettersonly', 'OPSB0009'],
    ['1234567890', 'OPSB0009'],
    ['a12345678', 'OPSB0009'],
    ['woaini1314', 'OPSB0009'],
    ['zhangwei19900101', 'OPSB0009'],
    ['134-0000-0004', 'OPSB0009'],
    [`a1${'长'.repeat(63)}`, 'OPSB0009'],
  ])('R5.2 the password %j is answered %s and nothing is stored', async (pwd, errCode) => {
    const browser = await fixture.browser();
    const form = { mobile: '13400000004', pwd, smsCode: '000000', agreements: currentAgreements };
    expect(await browser.call('portal.register', form)).toMatchObject({ status: 400, body: { errCode } });
    expect(await fixture.app.rows('select 1 from user_account where mobile_masked = $1', ['134****0004'])).toHaveLength(
      0,
    );
  });

  it('R5.3 that a mobile is registered is answered only after the mobile is proved', async () => {
    await fixture.register('13400000005');
    await fixture.app.clock.advance({ seconds: 61 });
    const { browser, form } = await proven('13400000005');
    const known = await fixture.workOf(() => browser.call('portal.register', { ...form, smsCode: 'wrong!' }));
    const fresh = await proven('13400000006');
    const unknown = await fixture.workOf(() =>
      fresh.browser.call('portal.register', { ...fresh.form, smsCode: 'wrong!' }),
    );
    expect(known).toEqual(unknown);
    expect(known.reply).toMatchObject({ body: { errCode: 'OPS10004' } });
    expect(await browser.call('portal.register', form)).toMatchObject({ status: 409, body: { errCode: 'RHAC001' } });
  });

  it('R4.12 fifty parallel registrations of one mobile create one account, one tenant, one owner', async () => {
    const many = await openAccountFixture({
      limits: { smsPerMobilePerMinute: 1000, smsPerMobilePerHour: 1000, smsPerMobilePerDay: 1000 },
    });
    onTestFinished(() => many.close());
    const forms = [];
    for (let at = 0; at < 50; at += 1) {
      const browser = await many.browser();
      forms.push({ browser, smsCode: await browser.codeFor('13400000007', 'register') });
    }
    const replies = await Promise.all(
      forms.map(({ browser, smsCode }) => {
        const form = { mobile: '13400000007', pwd: strongPassword, smsCode, agreements: currentAgreements };
        return browser.callWithRetry('portal.register', form);
      }),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.body.errCode === 'RHAC001')).toHaveLength(49);
    const [counts] = await many.app.rows(`
      select (select count(*) from user_account) as users, (select count(*) from tenant) as tenants,
        (select count(*) from member) as members, (select count(*) from password_history) as hashes`);
    expect(counts).toEqual({ users: 1, tenants: 1, members: 1, hashes: 1 });
  }, 60_000);

  it('R4.12 a code is used up by its registration: a second use creates nothing', async () => {
    const { browser, form } = await proven('13400000008');
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.call('portal.register', form)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(await fixture.app.rows('select 1 from user_account where mobile_masked = $1', ['134****0008'])).toHaveLength(
      1,
    );
  });

  it('R3.1 no table has the mobile in clear text', async () => {
    const { browser, form } = await proven('13400000009');
    await browser.call('portal.register', form);
    const tables = [
      'user_account',
      'tenant',
      'member',
      'login_history',
      'consent',
      'session',
      'audit_event',
      'known_device',
    ];
    const dump = await fixture.dump(tables);
    expect(dump).not.toContain('13400000009');
    expect(dump).not.toContain(Buffer.from('13400000009').toString('hex'));
    expect(dump).not.toContain(strongPassword);
  });
});
