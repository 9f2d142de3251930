// The address of the port for pictures as RTP, and the one that browsers reach it by. Pure.
import { isIPv4 } from 'node:net';

export type RtpConfig = {
  readonly host: string;
  readonly port: number;
  readonly reachedAt: { readonly address: string; readonly port: number };
};

/** Undefined: no RTP. A sentence that names the variable: it can't be. */
export function readRtp({
  host,
  port: portText,
  address = host,
}: {
  host: string;
  port: string | undefined;
  address: string | undefined;
}): RtpConfig | string | undefined {
  if (portText === undefined) return undefined;
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port === 0 || port > 65_535)
    return 'RTP_PORT: must be a port from 1 to 65535';
  if (!isIPv4(host)) return 'RTP_PORT: needs an IPv4 address in HOST';
  if (!isIPv4(address) || address === '0.0.0.0')
    return 'RTP_ADDRESS: must be the IPv4 address at which browsers reach RTP_PORT';
  return { host, port, reachedAt: { address, port } };
}
