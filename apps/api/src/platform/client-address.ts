// Which address a call comes from, and which part of it limits count. Behind a proxy the address that connects
// is the proxy's: X-Forwarded-For is believed only from the proxies that the configuration names, because
// anybody can send that header.
import { isIP, isIPv4 } from 'node:net';

/**
 * Splits "10.0.0.0/8, 127.0.0.1": addresses and networks (CIDR) of proxies. A number of proxies is no option:
 * whoever reaches us past the proxy could then write the header himself.
 */
export function readTrustedProxies(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** An address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * The part of an address that one customer can't easily change: /24 of IPv4, /64 of IPv6. What a proxy wrote and
 * is no address counts as one subnet, so that nobody escapes a limit with nonsense.
 */
export function subnetOf(address: string): string {
  const counted = ownerOf(address);
  return isIPv4(counted) ? `${counted.split('.').slice(0, 3).join('.')}.0/24` : counted;
}

/** The subnet that limits count: /24 of IPv4, /56 of IPv6, which is what a provider gives to one house. */
export function wideSubnetOf(address: string): string {
  const narrow = subnetOf(address);
  const groups = /^(.*):([0-9a-f]{1,4})::\/64$/.exec(narrow);
  if (groups?.[1] === undefined || groups[2] === undefined) return narrow;
  const last = Number.parseInt(groups[2], 16) & 0xff00;
  return `${groups[1]}:${last.toString(16)}::/56`;
}

/** Who shares a turn in a queue: /24 of IPv4, /48 of IPv6, the most that a provider gives to one customer. */
export function siteOf(address: string): string {
  const narrow = subnetOf(address);
  return narrow.endsWith('::/64') ? `${narrow.split(':').slice(0, 3).join(':')}::/48` : narrow;
}

/** What one computer, or one house, has for itself: an address of IPv4, a /64 of IPv6; else as above. */
export function ownerOf(address: string): string {
  const bare = withoutPort(address);
  const v4 = bare.replace(/^::ffff:/i, '');
  if (isIPv4(v4)) return v4;
  if (isIP(bare) !== 6) return 'unknown';
  return `${expandV6(bare).slice(0, 4).join(':')}::/64`;
}

/** Some proxies write "203.0.113.9:5123" and "[2001:db8::1]:5123". */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  return /^[\d.]+:\d+$/.test(address) ? address.slice(0, address.indexOf(':')) : address;
}

/** The eight groups in one spelling: lowercase, no leading zeros. */
function expandV6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
