import { describe, expect, it } from 'vitest';
import { createOriginCheck } from '#kernel/calls/envelope/origin';

const check = createOriginCheck(['https://www.example.com']);
const passes = (
  origin: string | undefined,
  secFetchSite: string | undefined,
  { host = 'pay.example:8443', https = true } = {},
): boolean => {
  try {
    check({ origin, secFetchSite, host, https });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'RHSY403' });
    return false;
  }
};

describe('R7.4 the origin of a call', () => {
  it('R7.4 our own pages, listed ones and programs pass', () => {
    expect(passes('https://pay.example:8443', 'same-origin')).toBe(true);
    expect(passes('https://pay.example:8443', undefined)).toBe(true);
    expect(passes('https://www.example.com', 'cross-site')).toBe(true);
    expect(passes('https://www.example.com', 'same-site')).toBe(true);
    expect(passes(undefined, undefined)).toBe(true);
  });

  it('R7.4 pages of other sites do not, even with a similar name', () => {
    for (const site of ['cross-site', 'same-site']) expect(passes('https://evil.example', site)).toBe(false);
    expect(passes('https://evil.example', undefined)).toBe(false);
    expect(passes('https://pay.example', undefined)).toBe(false);
    expect(passes('https://pay.example:8443.evil.example', undefined)).toBe(false);
    expect(passes('null', undefined)).toBe(false);
    expect(passes('null', 'none')).toBe(false);
    expect(passes(undefined, 'cross-site')).toBe(false);
    expect(passes('https://www.example.com.evil.example', 'cross-site')).toBe(false);
  });

  it('R7.4 an origin is compared with its scheme and port, in whichever form the host names the port', () => {
    expect(passes('http://pay.example:8443', undefined)).toBe(false);
    expect(passes('http://pay.example:8443', undefined, { https: false })).toBe(true);
    expect(passes('https://pay.example:8443', undefined, { https: false })).toBe(false);
    expect(passes('https://pay.example', undefined, { host: 'pay.example' })).toBe(true);
    expect(passes('https://pay.example', undefined, { host: 'PAY.example:443' })).toBe(true);
    expect(passes('http://pay.example', undefined, { host: 'pay.example' })).toBe(false);
  });
});
