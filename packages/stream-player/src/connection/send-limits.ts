import type { ControlMessage } from '@pocketfleet/stream-protocol';

/** With more than this waiting in the socket, control messages are dropped instead of queued: a late tap helps nobody. */
const maxBufferedBytes = 512 * 1024;
/** Late moves help even less. */
const maxBufferedBytesForMoves = 64 * 1024;

/**
 * How much may wait in the socket before this message is dropped. The end of a touch or key is never dropped: the phone
 * would hold it down for ever.
 */
export function maxBufferedBytesFor(message: ControlMessage): number {
  if (message.type === 'scroll') return maxBufferedBytesForMoves;
  if (message.type === 'touch') {
    if (message.action === 'up' || message.action === 'cancel') return Number.POSITIVE_INFINITY;
    return message.action === 'down' ? maxBufferedBytes : maxBufferedBytesForMoves;
  }
  const isEnd = (message.type === 'key' || message.type === 'back_or_screen_on') && message.action === 'up';
  return isEnd ? Number.POSITIVE_INFINITY : maxBufferedBytes;
}
