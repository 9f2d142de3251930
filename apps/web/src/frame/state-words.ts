// The player's state in the customer's words. Pure.
import type { PlayerState } from '@pocketfleet/stream-player';

export interface StateWords {
  /** Announced; empty while the phone is live. */
  readonly words: string;
  /** Shown beside the words, not announced each second. */
  readonly seconds: string;
  readonly cause: string;
  readonly canRetry: boolean;
}

/** After this long without a line a cause and a button are shown (ui.md, "On loss"). */
const causeAfterMs = 10_000;

export function wordsFor(state: PlayerState): StateWords {
  switch (state.name) {
    case 'live':
      return { words: '', seconds: '', cause: '', canRetry: false };
    case 'connecting':
      return { words: 'Connecting to the phone', seconds: '', cause: '', canRetry: false };
    case 'paused':
      return { words: 'Paused', seconds: '', cause: '', canRetry: false };
    case 'stalled':
      return { words: state.detail, seconds: inSeconds(state.sinceMs), cause: '', canRetry: false };
    case 'reconnecting': {
      const isLong = state.sinceMs >= causeAfterMs;
      return {
        words: 'Reconnecting,',
        seconds: inSeconds(state.sinceMs),
        cause: isLong ? state.detail : '',
        canRetry: isLong,
      };
    }
    case 'ended':
      return { words: state.detail, seconds: '', cause: '', canRetry: state.canRetry };
  }
}

function inSeconds(ms: number): string {
  return `${Math.floor(ms / 1000)} s`;
}
