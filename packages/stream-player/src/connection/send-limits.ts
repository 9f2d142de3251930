// How much may wait in the socket before old input is left out.
import type { ControlMessage } from '@pocketfleet/stream-protocol';

/** Control messages are dropped, not queued, once this much waits in the socket: old taps help nobody. */
const maxBufferedBytes = 512 * 1024;
/** Old moves help even less. */
const maxBufferedBytesForMoves = 64 * 1024;

/** How much may wait before this message is dropped. What ends something never is: it would go on for ever. */
export function mostWaitingBytes(message: ControlMessage): number {
  if (message.type === 'scroll') return maxBufferedBytesForMoves;
  if (message.type === 'touch') {
    if (message.action === 'up' || message.action === 'cancel') return Number.POSITIVE_INFINITY;
    return message.action === 'down' ? maxBufferedBytes : maxBufferedBytesForMoves;
  }
  const isEnd = (message.type === 'key' || message.type === 'back_or_screen_on') && message.action === 'up';
  return isEnd ? Number.POSITIVE_INFINITY : maxBufferedBytes;
}
