import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Parses a variable's list of addresses and networks (`10.0.0.0/8`); errors are returned as sentences. */
export const readProxies = (
  entries: readonly string[],
  variable = 'TRUST_PROXY',
): { proxies: BlockList; faults: string[] } => {
  const proxies = new BlockList();
  const faults: string[] = [];
  for (const entry of entries) {
    const [net = '', prefix] = entry.split('/');
    const family = isIPv4(net) ? 'ipv4' : isIPv6(net) ? 'ipv6' : null;
    const bits = prefix === undefined ? null : Number(prefix);
    const max = family === 'ipv4' ? 32 : 128;
    if (family === null || (bits !== null && !(Number.isInteger(bits) && bits >= 0 && bits <= max))) {
      faults.push(`${variable} 中的 ${entry} 不是 IP 地址或网段`);
    } else if (bits === null) proxies.addAddress(net, family);
    else proxies.addSubnet(net, bits, family);
  }
  return { proxies, faults };
};
