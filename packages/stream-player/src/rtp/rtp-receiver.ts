// The browser's end of pictures as RTP: a peer connection whose track a <video> shows. It takes the relay's offer and gives
// the few values that the relay needs of the answer.
import type { ViewerRequest } from '@pocketfleet/contract';
import type { Size } from '../input/coordinates.ts';

type RtpAnswerRequest = Extract<ViewerRequest, { type: 'rtp_answer' }>;

export interface RtpFrame {
  /** 90 kHz, modulo 2^32. */
  readonly rtpTime: number;
  /** When its last packet was received, in ms of `performance.now()`. */
  readonly receivedAtMs: number;
  readonly decodeMs: number;
  readonly size: Size;
}

export interface RtpReceiver {
  readonly video: HTMLVideoElement;
  close(): void;
}

interface ReceiverEvents {
  readonly onAnswer: (answer: RtpAnswerRequest) => void;
  /** A picture is shown. Only the newest of those that come together is. */
  readonly onFrame: (frame: RtpFrame) => void;
  readonly onFailed: () => void;
}

export function canReceiveRtp(): boolean {
  return 'RTCPeerConnection' in window && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;
}

export function receiveRtp(offer: string, events: ReceiverEvents): RtpReceiver {
  const peer = new RTCPeerConnection();
  const video = createVideo();
  let isClosed = false;
  const onFrame: VideoFrameRequestCallback = (_, metadata) => {
    if (isClosed) return;
    video.requestVideoFrameCallback(onFrame);
    events.onFrame({
      rtpTime: metadata.rtpTimestamp ?? 0,
      receivedAtMs: metadata.receiveTime ?? performance.now(),
      decodeMs: (metadata.processingDuration ?? 0) * 1_000,
      size: { width: metadata.width, height: metadata.height },
    });
  };
  peer.ontrack = ({ receiver, track }) => {
    receiver.jitterBufferTarget = 0;
    video.srcObject = new MediaStream([track]);
    video.requestVideoFrameCallback(onFrame);
    // The browser allows it because the video is muted.
    video.play().catch(() => {});
  };
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') events.onFailed();
  };
  answerTo(peer, offer).then(
    (answer) => (answer === undefined ? events.onFailed() : events.onAnswer(answer)),
    // A browser without H.264 over RTP, or a relay that a newer browser does not understand.
    () => events.onFailed(),
  );
  return {
    video,
    close() {
      isClosed = true;
      peer.close();
      video.srcObject = null;
      video.remove();
    },
  };
}

/** Undefined where the browser refuses the pictures. */
async function answerTo(peer: RTCPeerConnection, sdp: string): Promise<RtpAnswerRequest | undefined> {
  await peer.setRemoteDescription({ type: 'offer', sdp });
  await peer.setLocalDescription();
  const lines = peer.localDescription?.sdp.split(/\r?\n/) ?? [];
  const valueAfter = (prefix: string) =>
    lines.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? '';
  if (valueAfter('m=video ').startsWith('0 ')) return undefined;
  return {
    type: 'rtp_answer',
    ice_ufrag: valueAfter('a=ice-ufrag:'),
    ice_pwd: valueAfter('a=ice-pwd:'),
    fingerprint: valueAfter('a=fingerprint:sha-256 '),
  };
}

function createVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  return video;
}

/** The shown picture in its own size. */
export async function screenshotOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
