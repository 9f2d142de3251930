// The networks that limits count a caller's address under.
import { networkOf } from '@pocketfleet/websockets';

/** The subnet that limits count: /24 of IPv4, or /56 of IPv6, which is what a provider gives to one home. */
export function wideSubnetOf(address: string): string {
  return networkOf(address, { ipv4: 24, ipv6: 56 });
}

/** The network that shares one place in a queue: /24 of IPv4, or /48 of IPv6, the most that one customer gets. */
export function siteOf(address: string): string {
  return networkOf(address, { ipv4: 24, ipv6: 48 });
}
