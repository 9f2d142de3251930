// One UDP port through which pictures go to many browsers as RTP (ICE, DTLS, SRTP by libdatachannel). Callers decide who
// may have a session before they open it here.
import { answerFor, offerFor, type RtpAddress, type RtpAnswer } from './session-text.ts';
import { type Picture, VideoStream, videoPayloadType } from './video-stream.ts';

/** Each session has a certificate, a transport and a history of packets of its own. */
const mostSessions = 500;
/** A browser that has not connected by then can't, or does not want to. */
const usualConnectMs = 10_000;
/** A second of the largest capture and feedback for each of its packets. */
const maxFeedbackPerSecond = 2_000;

export type RtpPortOptions = {
  /** The address on which this machine listens. */
  readonly host: string;
  readonly port: number;
  /** The address by which browsers reach it: no name. */
  readonly reachedAt: RtpAddress;
  readonly now: () => number;
  /** 500 if left out. */
  readonly maxSessions?: number;
  /** 10 seconds if left out. */
  readonly connectWithinMs?: number;
};

export type RtpEvents = {
  /** The offer for the browser. */
  readonly onOffer: (sdp: string) => void;
  readonly onConnected: () => void;
  /** A key picture is needed. */
  readonly onKeyNeeded: () => void;
  /** The session is over, but for one that was closed here. */
  readonly onClosed: () => void;
};

export type RtpSession = {
  /** When the browser's last feedback came; a browser that gets pictures sends some about once a second. */
  readonly heardAtMs: number;
  /** Takes the browser's answer; the first one counts. */
  accept(answer: RtpAnswer): void;
  /** Returns the time in ms that the browser finds in the picture. */
  send(picture: Picture): number;
  /** Packets sent, and those of them that the browser asked for again. */
  count(): { packets: number; askedAgain: number };
  close(): void;
};

export type RtpPort = {
  readonly sessionCount: number;
  /** Undefined: there are too many sessions. */
  open(events: RtpEvents): RtpSession | undefined;
  close(): void;
};

/** Rejects where this machine's library can't be loaded or the port is not free. */
export async function openRtpPort(options: RtpPortOptions): Promise<RtpPort> {
  // Only here: a program without RTP does not need the native file.
  const library = await import('node-datachannel');
  const listener = new library.IceUdpMuxListener(options.port, options.host);
  const sessions = new Set<RtpSession>();
  return {
    get sessionCount() {
      return sessions.size;
    },
    open(events) {
      if (sessions.size >= (options.maxSessions ?? mostSessions)) return undefined;
      const session = openSession(library, options, events, () => sessions.delete(session));
      sessions.add(session);
      return session;
    },
    close() {
      for (const session of [...sessions]) session.close();
      listener.stop();
    },
  };
}

function openSession(
  library: typeof import('node-datachannel'),
  { host, port, reachedAt, now, connectWithinMs = usualConnectMs }: RtpPortOptions,
  events: RtpEvents,
  onEnd: () => void,
): RtpSession {
  const ssrc = 1 + Math.floor(Math.random() * 0xffff_fff0);
  const peer = new library.PeerConnection('viewer', {
    iceServers: [],
    bindAddress: host,
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
  });
  const video = new library.Video('0', 'SendOnly');
  video.addH264Codec(
    videoPayloadType,
    'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
  );
  video.addSSRC(ssrc, 'screen', 'screen', 'screen');
  const track = peer.addTrack(video);
  let state: 'offering' | 'answered' | 'connected' | 'closed' = 'offering';
  const stream = new VideoStream({
    ssrc,
    now,
    write: (packet) => {
      if (state === 'connected' && track.isOpen()) track.sendMessageBinary(packet);
    },
    onKeyNeeded: events.onKeyNeeded,
  });
  let heardAtMs = now();
  let feedbackLeft = maxFeedbackPerSecond;
  let feedbackSecond = 0;

  const end = (): boolean => {
    if (state === 'closed') return false;
    state = 'closed';
    clearTimeout(timer);
    stream.stop();
    track.close();
    peer.close();
    onEnd();
    return true;
  };
  const lose = (): void => {
    if (end()) events.onClosed();
  };
  const timer = setTimeout(lose, connectWithinMs);
  peer.onLocalDescription((sdp) => {
    if (state === 'offering') events.onOffer(offerFor(sdp, reachedAt));
  });
  peer.onStateChange((peerState) => {
    if (peerState === 'failed' || peerState === 'closed' || peerState === 'disconnected') lose();
  });
  track.onOpen(() => {
    if (state !== 'answered') return;
    state = 'connected';
    clearTimeout(timer);
    events.onConnected();
  });
  track.onMessage((message) => {
    heardAtMs = now();
    const second = Math.floor(heardAtMs / 1_000);
    if (second !== feedbackSecond) [feedbackSecond, feedbackLeft] = [second, maxFeedbackPerSecond];
    if (state === 'connected' && feedbackLeft-- > 0) stream.receive(message);
  });
  peer.setLocalDescription('offer');
  return {
    get heardAtMs() {
      return heardAtMs;
    },
    accept(answer) {
      if (state !== 'offering') return;
      state = 'answered';
      peer.setRemoteDescription(answerFor(peer.localDescription()?.sdp ?? '', answer), 'answer');
    },
    send: (picture) => stream.send(picture),
    count: () => ({ packets: stream.packets, askedAgain: stream.askedAgain }),
    close: () => void end(),
  };
}
