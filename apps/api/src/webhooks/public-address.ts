// Which addresses webhooks may be sent to: public ones only, whatever they are written as and whatever a name resolves to.
// The connection goes to the very address that was judged, so a name can't resolve to another one afterwards.
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that are allowed although they are private: of the demo and of tests, never of a public site. */
export type AllowedNetworks = readonly string[];
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;
export type Target = { url: URL; address: string; family: 4 | 6 };

/** The address can't be used; `message` is for the customer. */
export class AddressRefused extends Error {}

const lookupLimitMs = 5_000;
const serverLimitMs = 2_000;

/**
 * Asks the name servers without a thread of the pool: names whose servers never answer must not keep the look-ups of others, and
 * of the database's name, waiting. `servers`: of a test. Only "localhost", where it is allowed, is a name of this computer.
 */
export const resolveName = async (
  name: string,
  servers?: readonly string[],
): Promise<{ address: string; family: number }[]> => {
  if (name === 'localhost') return lookup(name, { all: true, verbatim: true });
  const resolver = new Resolver({ timeout: serverLimitMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
};

/** Throws AddressRefused for what is refused without looking a name up. */
export function parseTargetUrl(text: string, allowed: AllowedNetworks): URL {
  if (!URL.canParse(text)) throw new AddressRefused('This is not a whole address.');
  // The parser writes an IPv4 address in any notation (2130706433, 0x7f.1) as four numbers.
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('Leave user name and password out of the address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressRefused('The address must begin with https.');
  }
  const literal = literalOf(url);
  if (literal !== undefined) refuseUnlessPublic(literal, allowed);
  const isInside = literal !== undefined ? isAllowed(literal, allowed) : isLocalName(url, allowed);
  if (isInside) return url;
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(url.hostname)) {
    throw new AddressRefused('This address can’t be reached from the internet.');
  }
  if (url.protocol !== 'https:') throw new AddressRefused('The address must begin with https.');
  if (url.port !== '') throw new AddressRefused('The address must use the standard port of https, 443.');
  return url;
}

/** Looks the name up once and judges each of its addresses. Throws AddressRefused, and an Error for a name without any. */
export async function findTarget(
  text: string,
  allowed: AllowedNetworks,
  resolve: Resolve = resolveName,
): Promise<Target> {
  const url = parseTargetUrl(text, allowed);
  const literal = literalOf(url);
  const found =
    literal === undefined
      ? await within(lookupLimitMs, resolve(url.hostname))
      : [{ address: literal, family: isIP(literal) }];
  for (const { address } of found) refuseUnlessPublic(address, allowed);
  const [first] = found;
  if (first === undefined) throw new Error('The name has no address.');
  const isInside = isAllowed(first.address, allowed);
  if (!isInside && url.protocol !== 'https:') throw new AddressRefused('The address must begin with https.');
  return { url, address: first.address, family: first.family === 6 ? 6 : 4 };
}

function literalOf(url: URL): string | undefined {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** The only block of IPv6 that is given out for use on the internet. `range()` calls what it doesn't know "unicast". */
const publicIpv6 = ipaddr.parseCIDR('2000::/3');

function refuseUnlessPublic(address: string, allowed: AllowedNetworks): void {
  if (!isPublic(address) && !isAllowed(address, allowed)) {
    throw new AddressRefused('This address isn’t public, so we don’t send anything to it.');
  }
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address written as IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(publicIpv6));
}

function isAllowed(address: string, allowed: AllowedNetworks): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(
      network.includes('/') ? network : `${network}/${hostBits(network)}`,
    );
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

function hostBits(network: string): number {
  return network.includes(':') ? 128 : 32;
}

/** "localhost" where loopback is allowed. */
function isLocalName(url: URL, allowed: AllowedNetworks): boolean {
  return url.hostname === 'localhost' && isAllowed('127.0.0.1', allowed);
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The name could not be looked up in time.')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
