// Whether a connected stream is alive: a still screen sends nothing, so the capture beats once a second with its
// encoder's state (spec-decisions 33). Pure; the player feeds it and asks.
import type { ViewerNotice } from '@pocketfleet/contract';
import { type Beat, decodeBeat, PacketFormatError } from '@pocketfleet/stream-protocol';

/** A viewer without a beat for this long shows "stalled". */
const stalledAfterMs = 2_500;

type PhoneNotice = Extract<ViewerNotice, { type: 'phone' }>;

export interface StreamHealth {
  /** Connected, or shown again after a pause: the beat's time counts from now. */
  begin(nowMs: number): void;
  /** Undefined: a beat that is not understood says nothing. */
  heardBeat(beat: Beat | undefined, nowMs: number): void;
  /** A picture came: as good as a beat. */
  heardVideo(nowMs: number): void;
  heardPhone(notice: PhoneNotice): void;
  /** The phone is there, its first picture is not: what is shown is from before. */
  isStarting(): boolean;
  /** What is wrong, or undefined while all is well. */
  trouble(nowMs: number): { readonly detail: string; readonly sinceMs: number } | undefined;
}

export function createStreamHealth(): StreamHealth {
  let lastSignMs = 0;
  let encoder: Beat['state'] = 'running';
  let phone: PhoneNotice | undefined;
  return {
    begin(nowMs) {
      lastSignMs = nowMs;
      encoder = 'running';
      phone = undefined;
    },
    heardBeat(beat, nowMs) {
      if (beat === undefined) return;
      lastSignMs = nowMs;
      encoder = beat.state;
    },
    heardVideo(nowMs) {
      lastSignMs = nowMs;
      encoder = 'running';
    },
    heardPhone(notice) {
      phone = notice;
    },
    isStarting: () => phone?.state === 'starting',
    trouble(nowMs) {
      const sinceMs = nowMs - lastSignMs;
      if (phone?.state === 'offline' || phone?.state === 'failed' || phone?.state === 'stalled') {
        return { detail: phone.detail || phoneSentences[phone.state], sinceMs };
      }
      if (encoder === 'frozen') return { detail: 'The phone’s picture is frozen. Restarting it.', sinceMs };
      if (encoder === 'failed') return { detail: 'The phone can’t send its picture.', sinceMs };
      if (sinceMs >= stalledAfterMs) return { detail: 'Stalled: nothing comes from the phone.', sinceMs };
      return undefined;
    },
  };
}

/** Undefined for what is no beat. */
export function readBeat(payload: Uint8Array): Beat | undefined {
  try {
    return decodeBeat(payload);
  } catch (error) {
    if (!(error instanceof PacketFormatError)) throw error;
    return undefined;
  }
}

const phoneSentences = {
  offline: 'The phone is offline.',
  failed: 'The phone can’t send its picture.',
  stalled: 'Stalled: nothing comes from the phone.',
} as const;
