import { isIPv6 } from 'node:net';
import type { FastState } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** The counted address: an IPv6 address counts by its /64 (security 4.4), an IPv4 address mapped into IPv6 as itself. */
export const countedAddress = (address: string): string => {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

const windowMs = 60_000;

/** Throws when an address has used up its requests; a promise where the counters are not in this process. */
export type AddressLimit = (address: string) => void | Promise<void>;

/**
 * Counts the requests of an address over a sliding minute, before the request is read; 429 beyond the limit.
 *
 * @source contract 7 requestsPerAddressPerMinute; R14.2
 */
export const createAddressLimit = (fast: Pick<FastState, 'countRequest'>, perMinute: number): AddressLimit => {
  const refuse = (waitMs: number): void => {
    if (waitMs <= 0) return;
    const waitSec = Math.max(1, Math.ceil(waitMs / 1000));
    throw new Refusal('RHSY429', { retryAfter: waitSec }, waitSec);
  };
  return (address) => {
    const waitMs = fast.countRequest(`requests:${address}`, perMinute, windowMs);
    return typeof waitMs === 'number' ? refuse(waitMs) : waitMs.then(refuse);
  };
};
