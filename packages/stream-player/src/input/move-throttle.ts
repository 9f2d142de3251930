// Throttles moves. A mouse may send a thousand positions a second, and ten fingers more, but the relay accepts only 600
// control messages a second from one viewer. The position at which a finger comes to rest is always sent.
import { type ControlMessage, createTokenBucket } from '@pocketfleet/stream-protocol';

const moveRate = { perSecond: 400, burst: 60 };
const flushMs = 30;

type Touch = Extract<ControlMessage, { type: 'touch' }>;

/** Returns a `send` that passes on at most 400 moves a second, and all other messages. */
export function throttleMoves(
  send: (message: ControlMessage) => void,
  signal: AbortSignal,
): (message: ControlMessage) => void {
  const rate = createTokenBucket(moveRate);
  /** The last position of each finger that was not sent. */
  const skipped = new Map<number, Touch>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const moves = [...skipped.values()];
    skipped.clear();
    for (const move of moves) pass(move);
  };
  const pass = (message: ControlMessage): void => {
    // A later message of the same finger replaces the skipped position.
    if (message.type === 'touch') skipped.delete(message.pointer);
    if (isMove(message) && !rate.take(performance.now())) {
      skipped.set(message.pointer, message);
      timer ??= setTimeout(flush, flushMs);
    } else send(message);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return pass;
}

function isMove(message: ControlMessage): message is Touch {
  return message.type === 'touch' && (message.action === 'move' || message.action === 'hover');
}
