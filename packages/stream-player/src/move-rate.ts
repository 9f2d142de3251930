// A mouse may tell a thousand places a second, and ten fingers more. The relay takes 600 acts a second from one viewer
// (stream-protocol, token-bucket.ts): moves are thinned to fewer. Where a finger came to rest is always told.
import { type ControlMessage, createTokenBucket } from '@pocketfleet/stream-protocol';

const movesASecond = { perSecond: 400, burst: 60 };
const restMs = 30;

type Touch = Extract<ControlMessage, { type: 'touch' }>;

/** Passes everything on, and of the moves at most 400 a second. */
export function thinMoves(
  send: (message: ControlMessage) => void,
  signal: AbortSignal,
): (message: ControlMessage) => void {
  const rate = createTokenBucket(movesASecond);
  /** The last place of each finger that was left out. */
  const leftOut = new Map<number, Touch>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellPlaces = () => {
    timer = undefined;
    const places = [...leftOut.values()];
    leftOut.clear();
    for (const place of places) pass(place);
  };
  const pass = (message: ControlMessage): void => {
    // What comes later tells where the finger is.
    if (message.type === 'touch') leftOut.delete(message.pointer);
    if (isMove(message) && !rate.take(performance.now())) {
      leftOut.set(message.pointer, message);
      timer ??= setTimeout(tellPlaces, restMs);
    } else send(message);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return pass;
}

function isMove(message: ControlMessage): message is Touch {
  return message.type === 'touch' && (message.action === 'move' || message.action === 'hover');
}
