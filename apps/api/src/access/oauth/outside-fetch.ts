// Fetches the documents of programs, whose addresses come from strangers. oidc-provider itself follows no redirect, reads
// little, waits briefly, and drops connections to private networks after the look-up of a name; literal addresses and
// other ports are refused here.
import ipaddr from 'ipaddr.js';

export type OutsideFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Throws for an address that isn't a public https one. */
export function refusePrivateAddress(address: string | URL): void {
  const { protocol, port, hostname } = new URL(address);
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isPublic = !ipaddr.isValid(literal) || ipaddr.process(literal).range() === 'unicast';
  const isLocalName =
    /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(hostname) || !hostname.includes('.');
  if (protocol === 'https:' && port === '' && isPublic && (!isLocalName || ipaddr.isValid(literal))) return;
  throw new Error('only public https addresses are fetched');
}

export const fetchOutside: OutsideFetch = async (url, init) => {
  refusePrivateAddress(url);
  return fetch(url, { ...init, redirect: 'manual', credentials: 'omit' });
};
