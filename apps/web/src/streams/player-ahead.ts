// A player that is opened before the page that shows it, while the mouse or a finger rests on a phone's link. There is one at a
// time, for a short time, and it is closed if no click follows. The relay doesn't count it as a viewer until the page shows it
// (decision 036). A finger that has only just touched the link opens it paused, which costs the phone nothing (decision 208).
import type { Client } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { createPlayer, type Player } from '@pocketfleet/stream-player';
import { createStartStream } from './start-stream.ts';

/** A longer rest on a link is no intention to click. Pressing the mouse button opens the player again. */
const keepMs = 4_000;

type Ahead = { client: Client; deviceId: string; player: Player; timer: ReturnType<typeof setTimeout> };
let ahead: Ahead | undefined;

/** The accessible name of the phone's screen. */
export function playerLabel({ tag, model }: Pick<Device, 'tag' | 'model'>): string {
  return `${tag}, ${model}`;
}

/**
 * Keeps the player that is open for this phone, or opens one. Paused, it connects and receives no picture, so no capture
 * starts on the phone.
 */
export function openPlayerAhead(
  client: Client,
  device: Pick<Device, 'id' | 'tag' | 'model'>,
  { isPaused = false } = {},
): void {
  const open = takePlayerAhead(client, device.id);
  const player =
    open ?? createPlayer({ startStream: createStartStream(client, device.id), label: playerLabel(device) });
  if (!isPaused) player.resume();
  else if (open === undefined) player.pause();
  ahead = { client, deviceId: device.id, player, timer: setTimeout(closePlayerAhead, keepMs) };
}

/** No click has followed. */
export function closePlayerAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.player.close();
  ahead = undefined;
}

/** Returns the player that is open for this phone, unless it has ended. The caller owns it from then on. */
export function takePlayerAhead(client: Client, deviceId: string): Player | undefined {
  const isUsable =
    ahead?.client === client && ahead.deviceId === deviceId && ahead.player.state.name !== 'ended';
  if (ahead === undefined || !isUsable) {
    closePlayerAhead();
    return undefined;
  }
  const { player, timer } = ahead;
  clearTimeout(timer);
  ahead = undefined;
  return player;
}
