import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdf, photograph } from '#features/file/file.fixture';
import { StorageFailed } from '#kernel/files/storage';
import { cameSecond, somebody } from '#kernel/testing/replies/came-second';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { join, logIn, type Merchant, makeMerchant, stepTicket } from './tenant.fixture.ts';

let app: TestApp;
let merchant: Merchant;

beforeAll(async () => {
  app = await testApp();
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const update = (payload: Readonly<Record<string, unknown>>) => merchant.browser.call('tenant.update', payload);
const versionNow = async (): Promise<number> => (await merchant.browser.call('tenant.get')).body.data.version;

describe('R10.7 basic information', () => {
  it('R10.7 changes the given fields, leaves the rest, and increments the version', async () => {
    const first = await update({ industry: 'F', provinceCode: '440000', cityCode: '440300', version: 1 });
    expect(first).toMatchObject({ status: 200, body: { data: { industry: 'F', cityCode: '440300', version: 2 } } });
    const second = await update({ address: '  南山区科技路 1 号 ', contactName: '王芳', version: 2 });
    expect(second.body.data).toMatchObject({
      industry: 'F',
      address: '南山区科技路 1 号',
      contactName: '王芳',
      version: 3,
    });
    const third = await update({ contactName: null, secondApprover: true, version: 3 });
    expect(third.body.data).toMatchObject({ contactName: null, secondApprover: true, version: 4 });
    expect((await merchant.browser.call('tenant.get')).body.data).toEqual(third.body.data);
  });

  it('R10.3 a second approver is switched off with a fresh proof, and from the next day on; everybody who approves is notified', async () => {
    const [owner, colleague, viewer] = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)];
    await join(app, owner, { guest: colleague, role: 'finance' });
    await join(app, owner, { guest: viewer, role: 'viewer' });
    const set = async (secondApprover: boolean, more = {}) => {
      const { version } = (await owner.browser.call('tenant.get')).body.data;
      return owner.browser.call('tenant.update', { secondApprover, version, ...more });
    };
    const asked = async () => (await owner.browser.call('tenant.get')).body.data;
    expect((await set(true)).body.data).toMatchObject({ secondApprover: true });
    // What was asked beside it is not stored either.
    const refused = { status: 403, body: { errCode: 'RHAC003' } };
    expect(await set(false, { contactName: '王芳' })).toMatchObject(refused);
    expect(await set(false, { stepTicket: 'no-such-proof' })).toMatchObject(refused);
    expect(await asked()).toMatchObject({ secondApprover: true, contactName: null });
    const proof = await stepTicket(app, owner.browser);
    const until = new Date(
      Math.ceil((app.clock.now().getTime() + 8 * 3_600_000) / 86_400_000) * 86_400_000 - 8 * 3_600_000,
    );
    const off = await set(false, { stepTicket: proof });
    expect(off.body.data).toMatchObject({ secondApprover: true, secondApproverUntil: until.toISOString() });
    const notified = async () =>
      (
        await app.rows("select user_id from notice where tenant_id = $1 and title = '账单复核将关闭'", [owner.tenantId])
      ).map(({ user_id }) => user_id);
    const approvers = await app.rows("select user_id from member where tenant_id = $1 and role <> 'viewer'", [
      owner.tenantId,
    ]);
    expect(new Set(await notified())).toEqual(new Set(approvers.map(({ user_id }) => user_id)));
    // Asked again it stays as it is, without a proof, and nobody is notified again.
    expect((await set(false)).body.data).toMatchObject({ secondApproverUntil: until.toISOString() });
    expect(await notified()).toHaveLength(2);
    // One of them objects: one is asked for on and on.
    expect((await set(true)).body.data).not.toHaveProperty('secondApproverUntil');
    await set(false, { stepTicket: await stepTicket(app, owner.browser) });
    await app.clock.advance({ ms: until.getTime() - app.clock.now().getTime() });
    await app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
    const after = await asked();
    expect(after).toMatchObject({ secondApprover: false });
    expect(after).not.toHaveProperty('secondApproverUntil');
    expect((await set(true)).body.data).toMatchObject({ secondApprover: true });
  });

  it('R10.7 the second of two editors gets a conflict, and overwrites nothing', async () => {
    const version = await versionNow();
    const replies = await Promise.all(['甲', '乙', '丙', '丁'].map((contactName) => update({ contactName, version })));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const reply of replies.filter((each) => !won.includes(each)))
      expect(reply).toMatchObject(cameSecond(somebody, '修改商户信息'));
    expect((await merchant.browser.call('tenant.get')).body.data).toEqual(won[0]?.body.data);
    const late = await update({ contactName: '晚', version });
    expect(late).toMatchObject({ status: 409, body: { errMsg: '数据已发生变化，请刷新后重试' } });
  });

  it.each([
    [{ industry: 'Z' }, 'industry'],
    [{ provinceCode: '999999' }, 'provinceCode'],
    [{ provinceCode: '110000', cityCode: '440300' }, 'cityCode'],
    [{ provinceCode: '310000' }, 'cityCode'],
    [{ contactEmail: 'a@b' }, 'contactEmail'],
    [{ contactName: 'x'.repeat(61) }, 'contactName'],
    [{ name: '新名称' }, 'name'],
    [{ uscc: '91350100M000100Y43' }, 'uscc'],
    [{ certificationStatus: 'passed' }, 'certificationStatus'],
    [{ logoFileId: 'no-such-file' }, 'logoFileId'],
  ])('R5.5 %j is refused at its field, and nothing is stored', async (changes, field) => {
    const before = (await merchant.browser.call('tenant.get')).body.data;
    const reply = await update({ ...changes, version: before.version });
    expect(reply).toMatchObject({ status: 422, body: { errCode: 'RHSY422', data: { fields: [{ path: field }] } } });
    expect((await merchant.browser.call('tenant.get')).body.data).toEqual(before);
  });

  it('R11.7 a change is audited with its values, people’s names and addresses masked', async () => {
    const version = await versionNow();
    await update({ industry: 'J', contactName: '欧阳修', contactEmail: 'ouyang@example.com', version });
    const [event] = await app.rows(
      "select before, after, user_id from audit_event where operation = 'tenant.update' and result = 'ok' order by event_id desc limit 1",
    );
    expect(event).toMatchObject({
      user_id: merchant.userId,
      before: { industry: 'F' },
      after: { industry: 'J', contact_name: '欧**', contact_email: 'o***@example.com' },
    });
  });

  it('R6.3 finance and viewer read it and cannot change it', async () => {
    const guest = await makeMerchant(app);
    await join(app, merchant, { guest, role: 'finance' });
    const browser = await logIn(app, guest.mobile);
    await browser.call('tenant.switch', { tenantId: merchant.tenantId }).then(({ body }) => browser.take(body.data));
    expect((await browser.call('tenant.get')).body.data.tenantId).toBe(merchant.tenantId);
    const reply = await browser.call('tenant.update', { industry: 'A', version: await versionNow() });
    expect(reply).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
  });
});

describe('R10.9 several tenants', () => {
  it('R10.9 a switch is a login: a new session in the other tenant, with its role’s keys; the old one ends', async () => {
    const [host, guest] = [await makeMerchant(app), await makeMerchant(app)];
    await join(app, host, { guest, role: 'viewer' });
    const { browser } = guest;
    const old = { key: browser.key, keyId: browser.keyId, cookies: new Map(browser.cookies) };
    const reply = await browser.call('tenant.switch', { tenantId: host.tenantId });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: { user: { tenantId: host.tenantId, role: 'viewer' }, auth: { 'order.read': true, 'order.write': false } },
      },
    });
    browser.take(reply.body.data);
    expect((await browser.call('tenant.get')).body.data.tenantId).toBe(host.tenantId);
    const stale = app.browser();
    Object.assign(stale, { key: old.key, keyId: old.keyId });
    for (const [name, value] of old.cookies) stale.cookies.set(name, value);
    expect((await stale.call('tenant.get')).status).not.toBe(200);
    const again = await app.open();
    const login = await again.call('portal.login', { mobile: guest.mobile, pwd: 'Harbour-Blue-42' });
    expect(login.body.data.user).toMatchObject({ tenantId: host.tenantId });
    expect(login.body.data.user.tenants).toHaveLength(2);
  });

  it('R6.3 a tenant without membership is answered like a missing one', async () => {
    const [other, { browser }] = [await makeMerchant(app), await makeMerchant(app)];
    const foreign = await browser.call('tenant.switch', { tenantId: other.tenantId });
    const none = await browser.call('tenant.switch', { tenantId: 'no-such-tenant' });
    const answerOf = ({ status, body: { traceId: _, ...body } }: typeof foreign) => ({ status, body });
    expect(answerOf(foreign)).toEqual(answerOf(none));
    expect(foreign).toMatchObject({ status: 404, body: { errCode: 'RHSY404' } });
    expect((await browser.call('tenant.get')).status).toBe(200);
  });
});

describe('R5.4 divisions', () => {
  it('R5.4 a visitor reads provinces, and the cities of one', async () => {
    const visitor = await app.open();
    const provinces = await visitor.call('region.provinces');
    expect(provinces.body.data.items).toHaveLength(34);
    const cities = await visitor.call('region.cities', { provinceCode: '440000' });
    expect(cities.body.data.items).toContainEqual({ code: '440300', name: '深圳市' });
    expect(await visitor.call('region.cities', { provinceCode: '999999' })).toMatchObject({
      status: 404,
      body: { errCode: 'RHSY404' },
    });
  });
});

describe('R10.7 the logo', () => {
  let owner: Merchant;
  beforeAll(async () => {
    owner = await makeMerchant(app);
  });
  const stored = async (width: number, height: number, kind: 'png' | 'jpeg' = 'png'): Promise<string> =>
    (await owner.browser.upload('file.upload', `标志.${kind}`, await photograph(kind, width, height))).body.data.fileId;
  const put = async (logoFileId: string | null) => {
    const { version } = (await owner.browser.call('tenant.get')).body.data;
    return owner.browser.call('tenant.update', { logoFileId, version });
  };
  const faultOf = async (logoFileId: string) => {
    const reply = await put(logoFileId);
    expect(reply).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'logoFileId' }] } } });
    return reply.body.data.fields[0].message;
  };

  it('R10.7 is a stored picture, and can be removed', async () => {
    for (const fileId of [await stored(2048, 16), await stored(64, 2000, 'jpeg')]) {
      expect((await put(fileId)).body.data.logoFileId).toBe(fileId);
      expect((await owner.browser.call('tenant.get')).body.data.logoFileId).toBe(fileId);
    }
    expect((await put(null)).body.data.logoFileId).toBeNull();
  });

  it('R10.7 is not a table, not an unscanned file, not an identity card, and not too large', async () => {
    const [table, picture] = [
      (await owner.browser.upload('file.upload', '回单.pdf', pdf)).body.data.fileId,
      await stored(20, 20),
    ];
    expect(await faultOf(table)).toBe('图片不存在或已删除');
    expect(await faultOf(await stored(2049, 16))).toBe('企业标志的宽和高不能超过 2048 像素');
    // The photograph is rotated by its metadata, and upright after it is rendered.
    expect(await faultOf(await stored(2049, 16, 'jpeg'))).toBe('企业标志的宽和高不能超过 2048 像素');
    await app.rows("update file set status = 'scanning' where file_id = $1", [picture]);
    expect(await faultOf(picture)).toBe('图片还在安全检查中，请稍后再试');
    await app.rows("update file set status = 'ready', is_restricted = true where file_id = $1", [picture]);
    expect(await faultOf(picture)).toBe('这张图片是证件资料，请另选一张');
  });

  it('R6.3 another tenant’s picture is answered like a missing one', async () => {
    const other = (await merchant.browser.upload('file.upload', 'a.png', await photograph('png'))).body.data.fileId;
    expect(await faultOf(other)).toBe(await faultOf('no-such-file'));
  });

  it('R8.6 while the file store is down the update answers so, and changes nothing', async () => {
    const fileId = await stored(20, 20);
    const away = vi.spyOn(app.ports.files, 'open').mockRejectedValue(new StorageFailed('away'));
    try {
      expect(await put(fileId)).toMatchObject({ status: 503, body: { errCode: 'OPSB0005' } });
    } finally {
      away.mockRestore();
    }
    expect((await owner.browser.call('tenant.get')).body.data.logoFileId).toBeNull();
  });
});
