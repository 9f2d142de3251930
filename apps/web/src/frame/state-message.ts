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
    case 'stalled': {
      const message = { ...nothing, text: state.detail, seconds: inSeconds(state.sinceMs) };
      return state.sinceMs < causeAfterMs ? message : { ...message, cause: texts.pictureComesBack };
    }
    case 'reconnecting': {
      const message = { ...nothing, text: texts.reconnecting, seconds: inSeconds(state.sinceMs) };
      return state.sinceMs < causeAfterMs ? message : { ...message, cause: state.detail, canRetry: true };
    }
    case 'ended':
      return { ...nothing, text: state.detail, ...whatComesNext(state) };
  }
}

/** Another try can't help while the rental or the sign-in has ended, or the phone is out of service. */
function whatComesNext({ reason, canRetry }: Extract<PlayerState, { name: 'ended' }>) {
  switch (reason) {
    case 'device_quarantined':
      return { cause: texts.weReplaceIt, canRetry: false };
    case 'assignment_ended':
      return { cause: texts.rentAnother, canRetry: false };
    case 'session_ended':
      return { cause: texts.signInAgain, canRetry: false };
    default:
      return { canRetry };
  }
}

function inSeconds(ms: number): string {
  return `${Math.floor(ms / 1000)} s`;
}
