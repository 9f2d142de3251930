// How much may wait in the socket before a control message is dropped, not queued: old taps help nobody.
import type { ControlMessage } from '@pocketfleet/stream-protocol';

const maxBufferedBytes = 512 * 1024;
/** Old moves help even less. */
const maxBufferedBytesForMoves = 64 * 1024;

/** What ends something is never dropped: it would go on for ever. */
export function mostWaitingBytes(message: ControlMessage): number {
  if (message.type === 'scroll') return maxBufferedBytesForMoves;
  if (message.type === 'touch') {
    if (message.action === 'up' || message.action === 'cancel') return Number.POSITIVE_INFINITY;
    return message.action === 'down' ? maxBufferedBytes : maxBufferedBytesForMoves;
  }
  const isEnd = (message.type === 'key' || message.type === 'back_or_screen_on') && message.action === 'up';
  return isEnd ? Number.POSITIVE_INFINITY : maxBufferedBytes;
}
