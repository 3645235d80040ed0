import { describe, expect, it } from 'vitest';
import vectors from './contract-vectors.json' with { type: 'json' };
import { bodyOf } from './payload.ts';
import { importPublicKey, seal } from './sealing.ts';
import { importSignKey, makeNonce, signatureOf } from './signing.ts';
import { openSealed } from './stub-gateway.fixture.ts';

const { signature, sealed } = vectors;

describe('signing', () => {
  it.each(signature.cases)('R7.2 signs $signedFor as the vector says', async (vector) => {
    const key = await importSignKey(signature.key);
    expect(await signatureOf(key, vector)).toBe(vector.sign);
  });

  it.each(signature.cases)('R7.2 writes the body of $signedFor byte for byte', (vector) => {
    const { timestamp, nonce, data, sign } = vector;
    const keyId = new URLSearchParams(vector.body).get('keyId') ?? '';
    expect(bodyOf({ channel: 'OAPP', keyId, timestamp, nonce, data, sign }, undefined)).toBe(vector.body);
  });

  it('R7.4 makes another nonce of sixteen bytes each time', () => {
    const nonces = Array.from({ length: 100 }, makeNonce);
    expect(new Set(nonces).size).toBe(100);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('sealing', () => {
  it.each(sealed.cases)('R3.1 the label of $operationId $field opens the vector', async (vector) => {
    const label = `${vector.operationId}\n${vector.field}\n${vector.keyId}`;
    expect(await openSealed(vector.ciphertext, label)).toBe(vector.text);
  });

  it.each(sealed.cases)('R3.1 what is sealed for $operationId $field opens there', async (vector) => {
    const ciphertext = await seal(await importPublicKey(sealed.publicKeySpki), vector, vector.text);
    expect(await openSealed(ciphertext, `${vector.operationId}\n${vector.field}\n${vector.keyId}`)).toBe(vector.text);
  });

  it('R3.1 a sealed field opens in no other call, and differs each time', async () => {
    const key = await importPublicKey(sealed.publicKeySpki);
    const place = { operationId: 'portal.login', field: 'pwd', keyId: 'k-1' };
    const first = await seal(key, place, 'Demo-Merchant-1');
    await expect(openSealed(first, 'portal.findPwd\npwd\nk-1')).rejects.toThrow();
    expect(await seal(key, place, 'Demo-Merchant-1')).not.toBe(first);
  });
});
