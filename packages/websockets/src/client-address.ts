// The address that a call comes from, and the network that limits count it under. Behind a proxy the connecting
// address is the proxy's: X-Forwarded-For is believed only from the proxies that the configuration names, because
// anybody can send that header.
import ipaddr from 'ipaddr.js';

/**
 * Splits "10.0.0.0/8, 127.0.0.1": addresses and networks (CIDR) of proxies. A number of proxies is not accepted:
 * a client that reaches us past the proxy could then write the header itself.
 */
export function parseTrustedProxies(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** An address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return (
    IPv4.isValidFourPartDecimal(text) ||
    IPv4.isValidCIDRFourPartDecimal(text) ||
    IPv6.isValid(text) ||
    IPv6.isValidCIDR(text)
  );
}

/** One computer or one home: an IPv4 address, or a /64 of IPv6. */
export function ownerOf(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 });
}

/** Text that is no address counts as one network, so that nobody escapes a limit by sending nonsense. */
export function networkOf(address: string, prefixBits: { ipv4: number; ipv6: number }): string {
  const plain = plainAddress(address);
  if (plain === undefined) return 'unknown';
  const parsed = ipaddr.process(plain);
  const bits = prefixBits[parsed.kind()];
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(`${plain}/${bits}`);
  return bits === 32 ? network.toString() : `${network.toString()}/${bits}`;
}

/** As a database compares it with networks: an IPv4 address that came as IPv6 is one of IPv4. Undefined for other text. */
export function plainAddress(address: string): string | undefined {
  const bare = withoutPort(address);
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare).toString().replace(/%.*/, '');
}

/** Some proxies write "203.0.113.9:5123" and "[2001:db8::1]:5123". */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^[\d.]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}
