// The SDP of a session. Nothing of the browser's text reaches the native library: the browser sends three values that a
// schema checks, and no candidate, so it can't make us send to an address of its choice. Its own requests show where it is.
import { playoutDelayId, playoutDelayUri } from './rtp-packet.ts';

export type RtpAnswer = {
  readonly ice_ufrag: string;
  readonly ice_pwd: string;
  /** SHA-256 of the browser's certificate: 32 pairs of hex digits with colons between. */
  readonly fingerprint: string;
};

export type RtpAddress = { readonly address: string; readonly port: number };

/** The library's offer with one candidate, which browsers can reach, and the extension that the library doesn't offer. */
export function offerFor(localSdp: string, { address, port }: RtpAddress): string {
  const lines = localSdp
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^a=(candidate|end-of-candidates)/.test(line));
  const offer = lines.flatMap((line) =>
    line.startsWith('a=mid:') ? [line, `a=extmap:${playoutDelayId} ${playoutDelayUri}`] : [line],
  );
  const candidate = `a=candidate:1 1 UDP 2130706431 ${address} ${port} typ host`;
  return [...offer, candidate, 'a=end-of-candidates', ''].join('\r\n');
}

export function answerFor(localSdp: string, answer: RtpAnswer): string {
  const lines = localSdp.split(/\r?\n/);
  const mid = valueAfter(lines, 'a=mid:') ?? '0';
  const media = lines.find((line) => line.startsWith('m=')) ?? '';
  const codec = lines.filter((line) => /^a=(rtpmap|fmtp|rtcp-fb):/.test(line));
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mid}`,
    media,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=recvonly',
    'a=rtcp-mux',
    `a=ice-ufrag:${answer.ice_ufrag}`,
    `a=ice-pwd:${answer.ice_pwd}`,
    `a=fingerprint:sha-256 ${answer.fingerprint}`,
    'a=setup:active',
    ...codec,
    '',
  ].join('\r\n');
}

function valueAfter(lines: readonly string[], prefix: string): string | undefined {
  return lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}
