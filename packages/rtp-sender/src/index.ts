// Pictures to browsers as RTP over one UDP port: given encoded pictures with times, it makes offers, packets and
// retransmissions. It must never know phones, viewers' rights or the relay. Its main invariant: what browsers and strangers
// send to the port is bounded in what it costs.
export {
  openRtpPort,
  type RtpEvents,
  type RtpPort,
  type RtpPortOptions,
  type RtpSession,
} from './rtp-port.ts';
export type { RtpAnswer } from './session-text.ts';
export type { Picture } from './video-stream.ts';
