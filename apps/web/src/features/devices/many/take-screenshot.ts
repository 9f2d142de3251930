// A screenshot of a phone that no page shows: its stream is opened for a moment, only to watch.
import type { Client } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { createPlayer, type Player } from '@pocketfleet/stream-player';
import * as texts from '#language/many';
import { createStartStream } from '../../../streams/start-stream.ts';
import { ActionFailedError } from './action-failed-error.ts';

const pictureWithinMs = 20_000;

/** Throws ActionFailedError. */
export async function takeScreenshot(client: Client, device: Device, signal: AbortSignal): Promise<Blob> {
  const host = hiddenHost();
  const player = createPlayer({ host, startStream: createStartStream(client, device.id, 'view') });
  try {
    await untilLive(player, signal);
    const picture = await player.screenshot();
    if (picture === undefined) throw new ActionFailedError(texts.noPicture);
    return picture;
  } finally {
    player.close();
    host.remove();
  }
}

/** A player in a place that can't be seen pauses: this one is in the window, too small and too pale to see. */
function hiddenHost(): HTMLElement {
  const host = document.createElement('div');
  host.inert = true;
  host.style.cssText = 'position:fixed;inset:0 auto auto 0;width:2px;height:2px;opacity:0.01;overflow:hidden';
  document.body.append(host);
  return host;
}

function untilLive(player: Player, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    const { state } = player;
    if (state.name === 'live') resolve();
    if (state.name === 'ended') reject(new ActionFailedError(state.detail));
  };
  const stop = player.on('state', look);
  const timer = setTimeout(() => reject(new ActionFailedError(texts.noPicture)), pictureWithinMs);
  const cancel = () => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  look();
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
    signal.removeEventListener('abort', cancel);
  });
}
