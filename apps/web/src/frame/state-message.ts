// The player's state as a message to the customer. Pure.
import type { PlayerState } from '@pocketfleet/stream-player';
import * as texts from '#language/frame';

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

const nothing: StateMessage = { text: '', seconds: '', cause: '', canRetry: false };

export function stateMessage(state: PlayerState): StateMessage {
  switch (state.name) {
    case 'live':
      return nothing;
    case 'connecting':
      return { ...nothing, text: texts.connectingToThePhone };
    case 'paused':
      return { ...nothing, text: texts.paused };
    case 'stalled':
      return { ...nothing, text: state.detail, seconds: inSeconds(state.sinceMs) };
    case 'reconnecting': {
      const message = { ...nothing, text: texts.reconnecting, seconds: inSeconds(state.sinceMs) };
      return state.sinceMs < causeAfterMs ? message : { ...message, cause: state.detail, canRetry: true };
    }
    case 'ended':
      return { ...nothing, text: state.detail, canRetry: state.canRetry };
  }
}

function inSeconds(ms: number): string {
  return `${Math.floor(ms / 1000)} s`;
}
