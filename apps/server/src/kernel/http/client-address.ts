import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { countedAddress } from '#kernel/calls/admission/address-limits';

/** The caller's address, as far as trusted proxies report it. */
export interface Caller {
  readonly address: string;
  readonly https: boolean;
}

const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isIn = (proxies: BlockList, address: string): boolean =>
  isIPv4(address) ? proxies.check(address, 'ipv4') : isIPv6(address) && proxies.check(address, 'ipv6');

/** Caches the counted form of recent addresses, because computing it costs more than the rest of a door. */
const counted = new Map<string, string>();
const maxCounted = 10_000;

const countedOnce = (address: string): string => {
  let known = counted.get(address);
  if (known === undefined) {
    if (counted.size >= maxCounted) counted.clear();
    known = countedAddress(unmapped(address));
    counted.set(address, known);
  }
  return known;
};

const forwarded = (header: string | string[] | undefined): string[] =>
  (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());

/** Parses an address as a proxy writes it, with or without a port; null for anything else. */
const addressOf = (hop: string): string | null => {
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
  return isIPv4(bare) || isIPv6(bare) ? unmapped(bare) : null;
};

/** The nearest hop that is no trusted proxy. Entries beyond an invalid one are ignored, because the client may have written them. */
const clientOf = (hops: readonly string[], proxies: BlockList): string | null => {
  for (const hop of hops.toReversed()) {
    const address = addressOf(hop);
    if (address === null || !isIn(proxies, address)) return address;
  }
  return null;
};

/** How requests arrive: through which proxies, if any. */
type Route = readonly [proxies: BlockList, hasProxies: boolean];

/** The client as trusted proxies report it, its address whole. */
const callerAt = (request: IncomingMessage, [proxies, hasProxies]: Route): Caller => {
  const remote = request.socket.remoteAddress ?? '';
  const socketAddress = hasProxies ? unmapped(remote) : remote;
  // Node sets it on TLS sockets only.
  const isTls = (request.socket as TLSSocket).encrypted === true;
  if (!hasProxies || !isIn(proxies, socketAddress)) return { address: remote, https: isTls };
  const client = clientOf(forwarded(request.headers['x-forwarded-for']), proxies) ?? socketAddress;
  const https = isTls || forwarded(request.headers['x-forwarded-proto']).at(-1) === 'https';
  return { address: client, https };
};

/**
 * The caller's address: the socket's, or, where that is a proxy of TRUST_PROXY, the nearest address in X-Forwarded-For
 * that is not. A header from an untrusted client is ignored. @source security 4.14
 */
export const createCallerOf =
  (...route: Route) =>
  (request: IncomingMessage): Caller => {
    const { address, https } = callerAt(request, route);
    return { address: countedOnce(address), https };
  };

/** Whether a request may make calls of ops by its client's address; every one may without a list. @source security 4.5 */
export const createOpsEntry =
  (route: Route, allowed: BlockList | null) =>
  (request: IncomingMessage): boolean =>
    allowed === null || isIn(allowed, unmapped(callerAt(request, route).address));
