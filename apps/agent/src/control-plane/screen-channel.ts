// A screen channel: requests of the control plane about one phone's screen, as JSON text messages, and their replies. Requests
// are answered as they are done: a wait holds up no reading.
import { type ScreenReply, screenRequest } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import type { DeviceScreen } from '../screen/device-screen.ts';

const maxRunning = 100;
const badMessage = 4400;

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
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(reply));
      },
      () => {
        running--;
        socket.close(1011);
      },
    );
  });
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
