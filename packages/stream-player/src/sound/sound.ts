// The phone's sound and whether the relay sends it: while it is muted nothing comes, unless a recording needs it.
import type { Packet } from '@pocketfleet/stream-protocol';
import { PhoneAudio } from './phone-audio.ts';

export interface Sound {
  readonly isMuted: boolean;
  setMuted(isMuted: boolean): Promise<void>;
  /** The viewer has touched the page. */
  touch(): void;
  /** Packets come also while muted. */
  keep(isKept: boolean): void;
  take(packet: Packet): void;
  close(): void;
}

/** `onWanted`: whether packets are to come. `onMuted`: told at each change, also when the browser refuses sound. */
export function createSound(events: {
  onWanted(isWanted: boolean): void;
  onMuted(isMuted: boolean): void;
}): Sound {
  let isKept = false;
  const audio = new PhoneAudio((isMuted) => {
    tellWanted();
    events.onMuted(isMuted);
  });
  const tellWanted = () => events.onWanted(isKept || !audio.isMuted);
  tellWanted();
  return {
    get isMuted() {
      return audio.isMuted;
    },
    setMuted: (isMuted) => audio.setMuted(isMuted),
    // A browser without a sound device refuses: `onMuted` says so.
    touch: () => void audio.resume().catch(() => undefined),
    keep(next) {
      isKept = next;
      tellWanted();
    },
    take: (packet) => audio.take(packet),
    close: () => void audio.close(),
  };
}
