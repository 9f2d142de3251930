// Pure: what input that waits for its turn is.
import type { ControlMessage } from '@pocketfleet/stream-protocol';

/** A notice names less than this of a text. */
const maxKeptUnits = 200;

/** It lifts a finger or a key that may be down; where none is, it does nothing. */
export function isEnd(message: ControlMessage): boolean {
  if (message.type === 'cancel_gestures') return true;
  return 'action' in message && (message.action === 'up' || message.action === 'cancel');
}

/** Enough to tell of it. */
export function shortened(message: ControlMessage): ControlMessage {
  return 'text' in message ? { ...message, text: message.text.slice(0, maxKeptUnits) } : message;
}

export function bytesOf(message: ControlMessage): number {
  return 'text' in message ? Buffer.byteLength(message.text) : 0;
}
