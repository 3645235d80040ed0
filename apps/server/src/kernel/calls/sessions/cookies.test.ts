import { describe, expect, it } from 'vitest';
import { createSiteOf, readCookie, setCookie } from '#kernel/calls/sessions/cookies';

const token = 'a'.repeat(43);

describe('R4.4 cookies', () => {
  it('R4.4 they have the host prefix and Secure on HTTPS, and neither on loopback outside production', () => {
    const siteOf = createSiteOf(false);
    expect(setCookie(siteOf(true, 'pay.example'), 'sid', token)).toBe(
      `__Host-sid=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:8080', 'pay.localhost']) {
      expect(setCookie(siteOf(false, host), 'sid', token), host).toBe(
        `sid=${token}; Path=/; HttpOnly; SameSite=Strict`,
      );
    }
    for (const host of [undefined, 'pay.example', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect(setCookie(siteOf(false, host), 'sid', token), String(host)).toContain('__Host-sid=');
    }
    expect(setCookie(createSiteOf(true)(false, 'localhost'), 'ops', token)).toContain('__Host-ops=');
    expect(setCookie(siteOf(false, 'localhost'), 'sid', '', 0)).toContain('Max-Age=0');
  });

  it('R4.4 a cookie is read by its full name, the first one counts, and a malformed token is ignored', () => {
    expect(readCookie(`x=1; sid=${token}; sid=${'b'.repeat(43)}`, 'sid')).toBe(token);
    expect(readCookie(`xsid=${token}`, 'sid')).toBeNull();
    expect(readCookie(`sid=${token}`, '__Host-sid')).toBeNull();
    for (const header of [undefined, '', 'sid', 'sid=', 'sid=short', `sid="${token}"`, `sid=${token}\u00e9`, ';;;=']) {
      expect(readCookie(header, 'sid'), String(header)).toBeNull();
    }
  });
});
