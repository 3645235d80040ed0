import { isIPv6 } from 'node:net';
import { Refusal } from '#kernel/calls/refusal';

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

interface Counter {
  windowStartMs: number;
  count: number;
  before: number;
}

const windowMs = 60_000;
const maxCounters = 200_000;

/**
 * Counts the requests of an address in this process over a sliding minute, before the request is read; 429 beyond the
 * limit.
 *
 * @source contract 7 requestsPerAddressPerMinute
 */
export const createAddressLimit = (perMinute: number, clock: { nowMs(): number }): ((address: string) => void) => {
  let counters = new Map<string, Counter>();
  return (address) => {
    const nowMs = clock.nowMs();
    let counter = counters.get(address);
    if (counter === undefined) {
      if (counters.size >= maxCounters) counters = new Map();
      counter = { windowStartMs: nowMs, count: 0, before: 0 };
      counters.set(address, counter);
    }
    const age = nowMs - counter.windowStartMs;
    if (age >= windowMs || age < 0) {
      counter.before = age < 2 * windowMs && age >= 0 ? counter.count : 0;
      counter.windowStartMs = age >= 0 && age < 2 * windowMs ? counter.windowStartMs + windowMs : nowMs;
      counter.count = 0;
    }
    const share = 1 - (nowMs - counter.windowStartMs) / windowMs;
    if (counter.count + counter.before * share >= perMinute) {
      const waitSec = Math.max(1, Math.ceil((counter.windowStartMs + windowMs - nowMs) / 1000));
      throw new Refusal('RHSY429', { retryAfter: waitSec }, waitSec);
    }
    counter.count += 1;
  };
};
