// Joins a customer who listens to a phone's screen with the agent's channel for it. The next version is asked for when the
// last one has been written out, so a slow listener gets the newest and nothing waits for them here.
import { type CloseReason, closeCodes, type ScreenRequest, screenReply } from '@pocketfleet/contract';
import { closeForFault, closeSocket, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';

const askForMs = 10_000;
/** An agent that hasn't answered after this time does not answer any more. */
const answerWithinMs = 40_000;

/** `caller`: a name of this listener alone. `reader`: their credential. `reasonOfLoss` gives the close reason when the channel ended without one. */
export function joinScreen(
  listener: WebSocket,
  channel: WebSocket,
  who: { caller: string; reader: string },
  reasonOfLoss: () => CloseReason,
): void {
  let asked = 0;
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    if (channel.readyState !== channel.OPEN || listener.readyState !== listener.OPEN) return;
    asked += 1;
    const request: ScreenRequest = { type: 'next', id: `${asked}`, ...who, since, timeout_ms: askForMs };
    channel.send(JSON.stringify(request));
    clearTimeout(timer);
    timer = setTimeout(() => channel.terminate(), answerWithinMs);
  };
  watchHeartbeat(listener, viewerHeartbeat);
  watchHeartbeat(channel, viewerHeartbeat);
  // A listener has nothing to say.
  listener.on('message', () => closeForFault(listener, 'bad_message'));
  channel.on('message', (data, isBinary) => {
    const reply = isBinary ? undefined : screenReply.safeParse(parseJson(data.toString())).data;
    if (reply?.notice === undefined || reply.id !== `${asked}`) return channel.terminate();
    clearTimeout(timer);
    if (reply.notice === null) return ask();
    since = reply.notice.version;
    if (listener.readyState === listener.OPEN) listener.send(JSON.stringify(reply.notice), ask);
  });
  listener.on('close', () => {
    clearTimeout(timer);
    channel.close(closeCodes.normal.code);
  });
  channel.on('close', () => {
    clearTimeout(timer);
    closeSocket(listener, reasonOfLoss());
  });
  ask();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
