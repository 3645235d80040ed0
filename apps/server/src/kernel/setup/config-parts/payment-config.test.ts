import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#kernel/setup/config';
import { describeConfig } from '#kernel/setup/variables';
import vectors from '../../../adapters/payment/channel-vectors.json' with { type: 'json' };

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : 'other';
  }
};

const { apiV3Key } = vectors.keys;
const armoured = (text: string, label: string): string => `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
const merchantPrivate = armoured(vectors.keys.merchantPrivate, ['PRIVATE', 'KEY'].join(' '));
const platformPublic = armoured(vectors.keys.platformPublic, ['PUBLIC', 'KEY'].join(' '));
const callback = { PAYMENT_CALLBACK_URL: 'https://portal.example/' };
const wechat = {
  ...callback,
  WECHAT_PAY_APP_ID: 'wx1',
  WECHAT_PAY_MERCHANT_ID: '1900000001',
  WECHAT_PAY_SERIAL: 'S1',
  WECHAT_PAY_PRIVATE_KEY: merchantPrivate,
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHAT_PAY_PUBLIC_KEY: platformPublic,
  WECHAT_PAY_API_V3_KEY: apiV3Key,
};
const alipay = {
  ...callback,
  ALIPAY_APP_ID: '2021',
  ALIPAY_SELLER_ID: '2088',
  ALIPAY_PRIVATE_KEY: merchantPrivate,
  ALIPAY_PUBLIC_KEY: platformPublic,
};
const weakKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const weak = weakKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('receipts 4.1 the settings of payment on line', () => {
  it('receipts 4.1 nothing is on where nothing is set', () => {
    expect(readConfig({}).payments).toEqual({ wechat: null, alipay: null, callbackUrl: '' });
  });

  it('receipts 4.1 a channel with all of its settings is on', () => {
    const { payments } = readConfig({ ...wechat, ...alipay, ALIPAY_MOST: '50000' });
    expect(payments.callbackUrl).toBe('https://portal.example');
    expect(payments.wechat).toMatchObject({
      merchantId: '1900000001',
      url: 'https://api.mch.weixin.qq.com',
      most: null,
    });
    expect(payments.alipay).toMatchObject({ sellerId: '2088', most: 5_000_000 });
  });

  it('receipts 4.1 a key may be the bare base64 of the channel’s own tool', () => {
    const keys = { ALIPAY_PRIVATE_KEY: vectors.keys.merchantPrivate, ALIPAY_PUBLIC_KEY: vectors.keys.platformPublic };
    expect(readConfig({ ...alipay, ...keys }).payments.alipay).not.toBeNull();
  });

  it.each([
    [{ ...wechat, WECHAT_PAY_PUBLIC_KEY: '' }, /WECHAT_PAY_APP_ID，还需要设置 WECHAT_PAY_PUBLIC_KEY$/m],
    [{ ...alipay, ALIPAY_PUBLIC_KEY: '' }, /ALIPAY_APP_ID，还需要设置 ALIPAY_PUBLIC_KEY$/m],
    [{ ...wechat, WECHAT_PAY_PUBLIC_KEY: 'no key' }, /WECHAT_PAY_PUBLIC_KEY 不是可读的密钥/],
    [{ ...wechat, WECHAT_PAY_PRIVATE_KEY: platformPublic }, /WECHAT_PAY_PRIVATE_KEY 不是可读的密钥/],
    [{ ...alipay, ALIPAY_PUBLIC_KEY: weak }, /ALIPAY_PUBLIC_KEY 应为不短于 2048 位/],
    [{ ...wechat, WECHAT_PAY_API_V3_KEY: 'short' }, /WECHAT_PAY_API_V3_KEY 应为 32 个字符/],
    [{ ...wechat, PAYMENT_CALLBACK_URL: '' }, /PAYMENT_CALLBACK_URL/],
    [{ ...wechat, PAYMENT_CALLBACK_URL: 'http://portal.example' }, /PAYMENT_CALLBACK_URL 应为 https/],
    [{ ...wechat, WECHAT_PAY_URL: 'http://channel.example' }, /WECHAT_PAY_URL 应为 https/],
    [{ ...alipay, ALIPAY_URL: 'alipay' }, /ALIPAY_URL 应为 http\(s\) 地址/],
    [{ ...alipay, ALIPAY_MOST: 'much' }, /ALIPAY_MOST 应为金额/],
    [{ WECHAT_PAY_MERCHANT_ID: '1900000001' }, /WECHAT_PAY_MERCHANT_ID 却没有 WECHAT_PAY_APP_ID/],
  ])('receipts 4.1 what is wrong is refused with a sentence that names it: %#', (env, sentence) => {
    expect(faultsOf(env)).toMatch(sentence);
    expect(faultsOf(env)).not.toContain(apiV3Key);
  });

  it('receipts 4.1 config check shows no key', () => {
    const shown = describeConfig({ ...wechat, ...alipay });
    expect(shown).toMatch(/WECHAT_PAY_PRIVATE_KEY +\*{8}/);
    expect(shown).not.toMatch(/BEGIN|0123456789abcdef/);
  });
});
