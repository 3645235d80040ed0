import { expect, it } from 'vitest';
import { chatSignature } from './chat-signature.ts';
import vectors from './contract-vectors.json' with { type: 'json' };
import { importSignKey, signatureOf } from './signing.ts';

const at = Date.parse('2026-11-20T02:00:00Z');
const client = {
  keys: async () => ({ keyId: 'k-001', signKey: await importSignKey(vectors.signature.key) }),
  serverNow: () => at + 0.4,
};

it('contract 6 the sign of a chat call is key, time, nonce and the code over the bytes of its data', async () => {
  const data = '{"clientId":"0123456789abcdef","type":"text","content":"您好 & 100%"}';
  const [keyId, timestamp, nonce = '', mac, ...rest] = (await chatSignature(client, 'chat.send', data)).split('.');
  expect([keyId, timestamp, rest]).toEqual(['k-001', String(at), []]);
  expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
  const key = await importSignKey(vectors.signature.key);
  expect(mac).toBe(await signatureOf(key, { signedFor: 'chat.send', timestamp: String(at), nonce, data }));
});

it('R7.4 each call to the chat gateway has a nonce of its own', async () => {
  const signs = await Promise.all(Array.from({ length: 50 }, () => chatSignature(client, 'chat.open', '{}')));
  expect(new Set(signs.map((sign) => sign.split('.')[2])).size).toBe(50);
});
