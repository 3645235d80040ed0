import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  alipayAuthorization,
  alipayFormMessage,
  alipayMessage,
  alipayNoticeMessage,
  alipayPageUrl,
} from './alipay-signature.ts';
import vectors from './channel-vectors.json' with { type: 'json' };
import { isSignedRsa, signRsa } from './rsa.ts';
import { openWechatResource, wechatAuthorization, wechatMessage, wechatSignedBytes } from './wechat-signature.ts';

const { keys, wechat, alipay } = vectors;
const der = (text: string) => ({ key: Buffer.from(text, 'base64'), format: 'der' }) as const;
const merchantPrivate = createPrivateKey({ ...der(keys.merchantPrivate), type: 'pkcs8' });
const [merchantPublic, platformPublic] = [keys.merchantPublic, keys.platformPublic].map((key) =>
  createPublicKey({ ...der(key), type: 'spki' }),
) as [KeyObject, KeyObject];

describe('receipts 4.1 signatures, by the published rules', () => {
  it('receipts 4.1 a request of WeChat Pay', () => {
    const { signature, message, ...request } = wechat.request;
    const call = { ...request, method: 'POST' } as const;
    expect(wechatMessage(call)).toBe(message);
    expect(signRsa(merchantPrivate, message)).toBe(signature);
    const account = { merchantId: '1900000001', serial: 'S1', privateKey: merchantPrivate };
    expect(wechatAuthorization(account, call)).toBe(
      `WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="${request.nonce}",signature="${signature}",timestamp="1795852800",serial_no="S1"`,
    );
  });

  it('receipts 4.3 a notice of WeChat Pay, over its bytes, and what it holds', () => {
    const { headers, body, plain } = wechat.notice;
    const bytes = (text: string) =>
      wechatSignedBytes(headers['Wechatpay-Timestamp'], headers['Wechatpay-Nonce'], Buffer.from(text));
    expect(isSignedRsa(platformPublic, bytes(body), headers['Wechatpay-Signature'])).toBe(true);
    // The same JSON, and other bytes.
    expect(isSignedRsa(platformPublic, bytes(`${body} `), headers['Wechatpay-Signature'])).toBe(false);
    expect(isSignedRsa(merchantPublic, bytes(body), headers['Wechatpay-Signature'])).toBe(false);
    expect(isSignedRsa(platformPublic, bytes(body), wechat.probe.signature)).toBe(false);
    const { resource } = JSON.parse(body) as { resource: Record<string, string> };
    const sealed = {
      ciphertext: resource['ciphertext'] ?? '',
      nonce: resource['nonce'] ?? '',
      associatedData: resource['associated_data'] ?? '',
    };
    expect(openWechatResource(keys.apiV3Key, sealed)).toBe(plain);
    expect(openWechatResource(keys.apiV3Key.replace('0', '1'), sealed)).toBeNull();
    expect(openWechatResource(keys.apiV3Key, { ...sealed, associatedData: 'refund' })).toBeNull();
    expect(openWechatResource(keys.apiV3Key, { ...sealed, ciphertext: 'AAAA' })).toBeNull();
    expect(openWechatResource(keys.apiV3Key, { ...sealed, nonce: '' })).toBeNull();
  });

  it('receipts 4.1 a question of Alipay (v3)', () => {
    const { message, signature, ...call } = alipay.v3;
    const asked = { ...call, method: 'POST' } as const;
    expect(alipayMessage(asked)).toBe(message);
    expect(alipayAuthorization(merchantPrivate, asked)).toBe(
      `ALIPAY-SHA256withRSA ${call.authString},sign=${signature}`,
    );
  });

  it('receipts 4.1 a page of Alipay (v2)', () => {
    const { params, message, sign } = alipay.pagePay;
    expect(alipayFormMessage(params)).toBe(message);
    const url = new URL(alipayPageUrl(merchantPrivate, 'https://openapi.alipay.com/gateway.do', params));
    expect(url.searchParams.get('sign')).toBe(sign);
    expect(url.searchParams.get('biz_content')).toBe(params.biz_content);
  });

  it('receipts 4.3 a notice of Alipay, whose values are decoded once', () => {
    const { form, message } = alipay.notice;
    expect(alipayNoticeMessage(form)).toBe(message);
    expect(isSignedRsa(platformPublic, message, form.sign)).toBe(true);
    expect(isSignedRsa(platformPublic, message.replace('29739.39', '29739.38'), form.sign)).toBe(false);
    expect(isSignedRsa(platformPublic, message, '')).toBe(false);
    const sent = Object.fromEntries(new URLSearchParams(new URLSearchParams(form).toString()));
    expect(alipayNoticeMessage(sent)).toBe(message);
  });
});
