// Watches whether a connected stream is alive. A still screen sends no video, so each capture sends a heartbeat once a second with
// the state of its encoder. Pure.
import type { ViewerNotice } from '@pocketfleet/contract';
import { decodeHeartbeat, type Heartbeat, PacketFormatError } from '@pocketfleet/stream-protocol';

/** Without a heartbeat for this long the stream is stalled. */
const stalledAfterMs = 2_500;

type PhoneNotice = Extract<ViewerNotice, { type: 'phone' }>;

export interface StreamHealth {
  /** A connection begins, or a pause ends: the time without a heartbeat counts from now. */
  restart(nowMs: number): void;
  /** A heartbeat that can't be decoded is ignored. */
  onHeartbeat(payload: Uint8Array, nowMs: number): void;
  /** Video proves as much as a heartbeat. */
  onVideo(nowMs: number): void;
  onPhone(notice: PhoneNotice): void;
  /** The phone is there but has not sent its first frame: the frame that is shown is an old one. */
  isStarting(): boolean;
  /** The stream's problem; undefined while all is well. */
  findProblem(nowMs: number): { readonly detail: string; readonly sinceMs: number } | undefined;
}

export function createStreamHealth(): StreamHealth {
  let aliveAtMs = 0;
  let encoder: Heartbeat['state'] = 'running';
  let phone: PhoneNotice | undefined;
  return {
    restart(nowMs) {
      aliveAtMs = nowMs;
      encoder = 'running';
      phone = undefined;
    },
    onHeartbeat(payload, nowMs) {
      const heartbeat = parseHeartbeat(payload);
      if (heartbeat === undefined) return;
      aliveAtMs = nowMs;
      encoder = heartbeat.state;
    },
    onVideo(nowMs) {
      aliveAtMs = nowMs;
      encoder = 'running';
    },
    onPhone(notice) {
      phone = notice;
    },
    isStarting: () => phone?.state === 'starting',
    findProblem(nowMs) {
      const sinceMs = nowMs - aliveAtMs;
      if (phone?.state === 'offline' || phone?.state === 'failed' || phone?.state === 'stalled') {
        return { detail: phone.detail || phoneDetails[phone.state], sinceMs };
      }
      if (encoder === 'frozen') return { detail: 'The phone’s picture is frozen. Restarting it.', sinceMs };
      if (encoder === 'failed') return { detail: phoneDetails.failed, sinceMs };
      if (sinceMs >= stalledAfterMs) return { detail: phoneDetails.stalled, sinceMs };
      return undefined;
    },
  };
}

function parseHeartbeat(payload: Uint8Array): Heartbeat | undefined {
  try {
    return decodeHeartbeat(payload);
  } catch (error) {
    if (!(error instanceof PacketFormatError)) throw error;
    return undefined;
  }
}

const phoneDetails = {
  offline: 'The phone is offline.',
  failed: 'The phone can’t send its picture.',
  stalled: 'Stalled: the phone isn’t sending anything.',
} as const;
