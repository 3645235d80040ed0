import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { countedAddress } from '#kernel/calls/admission/address-limits';
import { createCallerOf } from '#kernel/http/client-address';
import { readProxies } from '#kernel/setup/proxies';

const request = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false): IncomingMessage =>
  // The properties of a request that are read.
  ({ socket: { remoteAddress, encrypted }, headers }) as unknown as IncomingMessage;

describe('R5.3 the address that counts', () => {
  it('R5.3 an IPv6 address counts by its /64 in every spelling, a mapped IPv4 address as itself', () => {
    expect(countedAddress('203.0.113.9')).toBe('203.0.113.9');
    expect(countedAddress('::ffff:203.0.113.9')).toBe('203.0.113.9');
    const one = countedAddress('2001:db8:0:1::1');
    expect(countedAddress('2001:DB8::1:ffff:1:2:3')).toBe(one);
    expect(countedAddress('2001:0db8:0000:0001:0000:0000:0000:0009')).toBe(one);
    expect(countedAddress('2001:db8:0:2::1')).not.toBe(one);
    expect(countedAddress('::1')).toBe('0:0:0:0::/64');
  });

  it('R5.3 a forwarded address is trusted only from a listed proxy', () => {
    const { proxies, faults } = readProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
    expect(faults).toEqual([]);
    const callerOf = createCallerOf(proxies, true);
    const forged = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' };
    expect(callerOf(request('203.0.113.9', forged))).toEqual({ address: '203.0.113.9', https: false });
    expect(callerOf(request('::ffff:10.1.2.3', forged))).toEqual({ address: '198.51.100.1', https: true });
    const chain = { 'x-forwarded-for': '6.6.6.6, 198.51.100.1, 10.9.9.9' };
    expect(callerOf(request('192.0.2.7', chain))).toEqual({ address: '198.51.100.1', https: false });
    expect(callerOf(request('10.0.0.1', { 'x-forwarded-for': 'nonsense' })).address).toBe('10.0.0.1');
    const trusting = createCallerOf(readProxies([]).proxies, false);
    expect(trusting(request('10.0.0.1', forged, true))).toEqual({ address: '10.0.0.1', https: true });
  });

  it.each([
    ['6.6.6.6, 198.51.100.1:51234', '198.51.100.1'],
    ['6.6.6.6, [2001:db9::1]:443', countedAddress('2001:db9::1')],
    ['6.6.6.6, [2001:db9::1]', countedAddress('2001:db9::1')],
    ['6.6.6.6, 2001:db9::1', countedAddress('2001:db9::1')],
    ['6.6.6.6, 198.51.100.1:51234, 10.9.9.9:80', '198.51.100.1'],
    ['6.6.6.6, unknown', '10.0.0.1'],
    ['6.6.6.6, unknown, 10.9.9.9', '10.0.0.1'],
    ['6.6.6.6, ', '10.0.0.1'],
    ['10.1.1.1, 10.9.9.9', '10.0.0.1'],
  ])('R5.3 behind a proxy that writes %s the caller is %s, and never who the client says', (header, address) => {
    const callerOf = createCallerOf(readProxies(['10.0.0.0/8']).proxies, true);
    expect(callerOf(request('10.0.0.1', { 'x-forwarded-for': header })).address).toBe(address);
  });

  it('R14.1 an entry of TRUST_PROXY that is no address or network is named', () => {
    expect(readProxies(['10.0.0.0/33', 'proxy.example', '1', '::/129']).faults).toHaveLength(4);
  });
});
