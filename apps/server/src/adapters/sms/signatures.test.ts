import { describe, expect, it } from 'vitest';
import { aliyunAuthorization, signAliyun } from './aliyun-signature.ts';
import { signHttpSms } from './http-signature.ts';
import vectors from './signature-vectors.json' with { type: 'json' };
import { signTencent, tencentAuthorization } from './tencent-signature.ts';

const { aliyun, tencent } = vectors;

describe('running 2.2 the carriers’ signatures', () => {
  it.each(aliyun.published)('running 2.2 ACS3 equals the published example of $date byte for byte', (example) => {
    const signed = signAliyun(example.secret, {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      params: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      date: example.date,
      nonce: example.nonce,
    });
    expect(signed.canonicalRequest).toBe(example.canonical);
    expect(signed.stringToSign).toBe(example.stringToSign);
    expect(signed.signature).toBe(example.signature);
  });

  it('running 2.2 ACS3 signs a message as the vector does, whatever the order of its parameters', () => {
    const { params, headers, accessKeyId, accessKeySecret, ...example } = aliyun.sendSms;
    const call = {
      host: headers.host,
      action: headers['x-acs-action'],
      version: headers['x-acs-version'],
      date: headers['x-acs-date'],
      nonce: headers['x-acs-signature-nonce'],
    };
    const reversed = Object.fromEntries(Object.entries(params).toReversed());
    const signed = signAliyun(accessKeySecret, { ...call, params });
    expect(signed).toMatchObject({ headers, ...example });
    expect(signAliyun(accessKeySecret, { ...call, params: reversed })).toEqual(signed);
    expect(aliyunAuthorization(accessKeyId, signed)).toBe(
      `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${signed.signedHeaders},Signature=${example.signature}`,
    );
  });

  it('running 2.2 ACS3 encodes what encodeURIComponent leaves', () => {
    const call = { host: 'h', action: 'A', version: 'v', date: 'd', nonce: 'n' };
    expect(signAliyun('s', { ...call, params: { a: "!'()* ~é" } }).query).toBe('a=%21%27%28%29%2A%20~%C3%A9');
  });

  it('running 2.2 TC3 equals the published example byte for byte', () => {
    const { secret, canonicalRequest, stringToSign, signature, ...call } = tencent.published;
    expect(signTencent(secret, call)).toMatchObject({ canonicalRequest, stringToSign, signature });
  });

  it('running 2.2 TC3 signs a message as the vector does', () => {
    const { secret, timestamp, body, ...example } = tencent.sendSms;
    const call = { host: 'sms.tencentcloudapi.com', service: 'sms', action: 'SendSms', timestamp, body };
    const signed = signTencent(secret, call);
    expect(signed).toMatchObject(example);
    expect(tencentAuthorization('id', signed)).toBe(
      `TC3-HMAC-SHA256 Credential=id/2026-11-28/sms/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${example.signature}`,
    );
  });

  it('running 2.1 the header of one’s own platform covers the time and every byte of the body', () => {
    const signature = signHttpSms('secret', 1_795_852_800_000, '{"id":"1"}');
    // By `printf '1795852800000.{"id":"1"}' | openssl dgst -sha256 -hmac secret`.
    expect(signature).toBe('1d6a2aa068c022779e9972a68236982afdd7a65316deacb1609dea5900f0cefc');
    expect(signHttpSms('secret', 1_795_852_800_001, '{"id":"1"}')).not.toBe(signature);
    expect(signHttpSms('secret', 1_795_852_800_000, '{"id":"2"}')).not.toBe(signature);
  });
});
