import { describe, expect, it } from 'vitest';
import { base32Of, matchTotp, otpauthUrl, totpCode } from '#kernel/secrets/totp';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('TOTP', () => {
  it('R10.9 gives the codes of RFC 6238, appendix B', () => {
    const published = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ] as const;
    for (const [seconds, code] of published) expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
  });

  it('R10.9 writes a secret as RFC 4648 does', () => {
    const published = {
      '': '',
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    };
    for (const [text, encoded] of Object.entries(published)) expect(base32Of(Buffer.from(text))).toBe(encoded);
  });

  it('R10.9 takes a clock half a minute off, full-width digits and spaces, a step once, and nothing else', () => {
    expect(matchTotp(secret, '287082', { now: at(59), lastStep: 0 })).toBe(1);
    expect(matchTotp(secret, '２８７ 082', { now: at(89), lastStep: 0 })).toBe(1);
    expect(matchTotp(secret, '287082', { now: at(120), lastStep: 0 })).toBeUndefined();
    expect(matchTotp(secret, '287082', { now: at(59), lastStep: 1 })).toBeUndefined();
    for (const wrong of ['', '28708', '2870822', '287083', 'abcdef']) {
      expect(matchTotp(secret, wrong, { now: at(59), lastStep: 0 })).toBeUndefined();
    }
  });

  it('R10.9 the address for authenticators names provider and account', () => {
    expect(otpauthUrl(secret, { issuer: '融惠', account: '138****0001' })).toBe(
      'otpauth://totp/%E8%9E%8D%E6%83%A0:138****0001?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%E8%9E%8D%E6%83%A0',
    );
  });
});
