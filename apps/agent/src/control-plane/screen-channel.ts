// A screen channel: requests of the control plane about one phone's screen, as JSON text messages, and their replies. Requests
// are answered as they are done: a wait holds up no reading.
import { type ScreenReply, type ScreenRequest, screenRequest } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import type { DeviceScreen } from '../screen/device-screen.ts';

const maxRunning = 100;
const badMessage = 4400;
/** Reasons that are younger than nodes which cut the line for a word that they don't know. New ones need not be listed. */
const laterReasons: readonly (string | null)[] = ['id_used', 'unknown'];

export function joinScreen(screen: Pick<DeviceScreen, 'answer'>, socket: WebSocket): void {
  let running = 0;
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const request = isBinary ? undefined : screenRequest.safeParse(parseJson(data)).data;
    if (request === undefined || running >= maxRunning) {
      socket.close(badMessage);
      return;
    }
    running++;
    screen.answer(request, closed.signal).then(
      (reply: ScreenReply) => {
        running--;
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(inWordsOf(request, reply)));
      },
      () => {
        running--;
        socket.close(1011);
      },
    );
  });
}

/** A node that reads only the words of its own version is told that it failed; `detail` says why. */
function inWordsOf(request: ScreenRequest, reply: ScreenReply): ScreenReply {
  const { result } = reply;
  const readsAll = 'reads_new_words' in request && request.reads_new_words === true;
  if (result === undefined || readsAll || !laterReasons.includes(result.why)) return reply;
  return { ...reply, result: { ...result, why: 'failed' } };
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
