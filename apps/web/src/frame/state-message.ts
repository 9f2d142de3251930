// The player's state as a message to the customer. Pure.
import type { PlayerState } from '@pocketfleet/stream-player';

export interface StateMessage {
  /** Announced by screen readers; empty while the phone is live. */
  readonly text: string;
  /** Shown beside the text. Screen readers don't announce it each second. */
  readonly seconds: string;
  readonly cause: string;
  readonly canRetry: boolean;
}

/** After this long without a connection a cause and a button are shown. */
const causeAfterMs = 10_000;

export function stateMessage(state: PlayerState): StateMessage {
  switch (state.name) {
    case 'live':
      return { text: '', seconds: '', cause: '', canRetry: false };
    case 'connecting':
      return { text: 'Connecting to the phone', seconds: '', cause: '', canRetry: false };
    case 'paused':
      return { text: 'Paused', seconds: '', cause: '', canRetry: false };
    case 'stalled':
      return { text: state.detail, seconds: inSeconds(state.sinceMs), cause: '', canRetry: false };
    case 'reconnecting': {
      const isLong = state.sinceMs >= causeAfterMs;
      return {
        text: 'Reconnecting,',
        seconds: inSeconds(state.sinceMs),
        cause: isLong ? state.detail : '',
        canRetry: isLong,
      };
    }
    case 'ended':
      return { text: state.detail, seconds: '', cause: '', canRetry: state.canRetry };
  }
}

function inSeconds(ms: number): string {
  return `${Math.floor(ms / 1000)} s`;
}
