// A player that is made before the page that shows it: while somebody's mouse rests on a phone's link, its picture is
// on its way. One at a time, for a short time, and closed where no click follows. The relay doesn't count it as a
// viewer until the page shows it (decision 036).
import type { Device } from '@pocketfleet/contract';
import { createPlayer, type Player } from '@pocketfleet/stream-player';
import type { Client } from '../../api/client.ts';
import { createStartStream } from '../../api/streams.ts';

/** Whoever rests longer on a link has not decided: the next press begins again. */
const aheadForMs = 4_000;

type Ahead = { client: Client; deviceId: string; player: Player; timer: ReturnType<typeof setTimeout> };
let ahead: Ahead | undefined;

/** What the phone's screen is called for those who can't see it. */
export function playerLabel({ tag, model }: Pick<Device, 'tag' | 'model'>): string {
  return `${tag}, ${model}`;
}

/** Cheap where one is on its way to this phone already. */
export function makePlayerAhead(client: Client, device: Pick<Device, 'id' | 'tag' | 'model'>): void {
  if (ahead?.client === client && ahead.deviceId === device.id) clearTimeout(ahead.timer);
  else {
    dropPlayerAhead();
    const startStream = createStartStream(client, device.id);
    const player = createPlayer({ startStream, label: playerLabel(device) });
    ahead = { client, deviceId: device.id, player, timer: setTimeout(dropPlayerAhead, aheadForMs) };
    return;
  }
  ahead.timer = setTimeout(dropPlayerAhead, aheadForMs);
}

/** No click follows: what was opened is closed. */
export function dropPlayerAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.player.close();
  ahead = undefined;
}

/** The player that was made for this phone, once; it belongs to the caller then. One that has ended is of no use. */
export function takePlayerAhead(client: Client, deviceId: string): Player | undefined {
  const isMeant =
    ahead?.client === client && ahead.deviceId === deviceId && ahead.player.state.name !== 'ended';
  if (ahead === undefined || !isMeant) {
    dropPlayerAhead();
    return undefined;
  }
  const { player, timer } = ahead;
  clearTimeout(timer);
  ahead = undefined;
  return player;
}
