import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../worker-server.ts';
import { bodyOf, call, cookieOf, post, seal, startUp, type WireKeys } from './client.ts';

const operationId = 'portal.login';
const sealedLogin = (keys: WireKeys, mobile: string, pwd: string) => ({
  mobile: seal(keys, { operationId, field: 'mobile' }, mobile),
  pwd: seal(keys, { operationId, field: 'pwd' }, pwd),
  kid: keys.kid,
});

test('R3.1 a demonstration merchant logs in with sealed fields, gets a new cookie and key, and the old ones are refused', async () => {
  const keys = await startUp();
  const reply = await call(keys, operationId, sealedLogin(keys, ' +86 138 0000 0002', 'Demo-Merchant-2'));
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({
    user: { mobileMasked: '138****0002', role: 'owner' },
    auth: { 'order.write': true },
  });
  const { keyId, key } = Object(reply.body.data['sign']);
  const fresh = { ...keys, cookie: cookieOf(reply), keyId, key };
  expect(fresh.cookie).not.toBe(keys.cookie);
  expect((await call(fresh, 'tenant.get')).status).toBe(200);
  expect((await call(keys, 'sys.isVisible', { key: 'x' })).body.data['reason']).toBe('KEY_EXPIRED');
  const left = await call(fresh, 'portal.logout');
  expect(left.headers.getSetCookie()[0]).toMatch(/^sid=; .*Max-Age=0/);
  expect((await call(fresh, 'tenant.get')).body.data['reason']).toBe('KEY_EXPIRED');
});

test('R3.1 a ciphertext of another session, field or call is a wrong value, and the reply reveals nothing else', async () => {
  const [keys, other] = [await startUp(), await startUp()];
  const right = sealedLogin(keys, '13800000099', 'Demo-Merchant-9');
  const foreign = sealedLogin(other, '13800000099', 'Demo-Merchant-9');
  const payloads = [
    right,
    { ...right, pwd: foreign.pwd },
    { ...right, pwd: right.mobile },
    { ...right, pwd: 'AAAA' },
    { ...right, mobile: seal(keys, { operationId: 'portal.register', field: 'mobile' }, '13800000099') },
  ];
  for (const payload of payloads) {
    const { status, body } = await call(keys, operationId, payload);
    expect([status, body.errCode, body.errMsg]).toEqual([400, 'OPS10001', '账号或密码错误']);
    expect(body.data).toBeUndefined();
  }
});

test('R3.1 an unknown kid is answered like an expired key', async () => {
  const keys = await startUp();
  const reply = await call(keys, operationId, {
    ...sealedLogin(keys, '13800000099', 'x'),
    kid: randomBytes(12).toString('base64url'),
  });
  expect([reply.status, reply.body.errCode, reply.body.data['reason']]).toEqual([403, 'UMDP00001', 'KEY_EXPIRED']);
});

const imageTicket = async (keys: WireKeys): Promise<unknown> => {
  const { imageId } = (await call(keys, 'user.generateImageCode')).body.data;
  return (await call(keys, 'user.verifyImageCode', { imageId, code: 'ABCD' })).body.data['imageTicket'];
};

test('R4.12 a contact sent twice with one key is one ticket, also with new ciphertext and through the other door', async () => {
  const keys = await startUp();
  const place = { operationId: 'portal.contact', field: 'mobile' };
  const payload = {
    kid: keys.kid,
    name: '测试',
    topic: 'consult',
    content: '想了解对账。',
    imageTicket: await imageTicket(keys),
    agreements: [{ id: 'contact-privacy', version: '2026-11' }],
    idempotencyKey: randomBytes(16).toString('base64url'),
  };
  const send = (more: object = {}) => ({ ...payload, mobile: seal(keys, place, '13900000001'), ...more });
  const first = await call(keys, place.operationId, send());
  expect(first.status).toBe(200);
  const path = '/ftc/portal/contact';
  const again = await post(
    path,
    bodyOf(keys, path, JSON.stringify(send({ mobile: seal(keys, place, '+8613900000001') }))),
    {
      cookie: keys.cookie,
    },
  );
  expect(again.body.data).toEqual(first.body.data);
  const other = await call(keys, place.operationId, send({ content: '另一件事。' }));
  expect([other.status, other.body.errCode]).toEqual([409, 'RHSY409']);
});
