// A player that is opened before the page that shows it, while the mouse rests on a phone's link. There is one at a time, for
// a short time, and it is closed if no click follows. The relay doesn't count it as a viewer until the page shows it
// (decision 036). A finger on a link brings only a ticket, which costs the phone nothing if no tap follows (decision 196).
import type { Client } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { createPlayer, type Player, type StartStream } from '@pocketfleet/stream-player';
import { createStartStream } from './start-stream.ts';

/** A longer rest on a link is no intention to click. Pressing the mouse button opens the player again. */
const keepMs = 4_000;
/** A ticket is valid for 60 s, and a finger lifts off much sooner. */
const ticketForMs = 10_000;

type Ahead = { client: Client; deviceId: string; player: Player; timer: ReturnType<typeof setTimeout> };
let ahead: Ahead | undefined;

type TicketAhead = { client: Client; deviceId: string; ticket: ReturnType<StartStream>; untilMs: number };
let ticketAhead: TicketAhead | undefined;

/** The accessible name of the phone's screen. */
export function playerLabel({ tag, model }: Pick<Device, 'tag' | 'model'>): string {
  return `${tag}, ${model}`;
}

/** Keeps the player that is open for this phone, or opens one. */
export function openPlayerAhead(client: Client, device: Pick<Device, 'id' | 'tag' | 'model'>): void {
  const open = takePlayerAhead(client, device.id);
  const player =
    open ?? createPlayer({ startStream: startWithTicket(client, device.id), label: playerLabel(device) });
  ahead = { client, deviceId: device.id, player, timer: setTimeout(closePlayerAhead, keepMs) };
}

/** Requests a ticket for this phone's stream; there is one at a time. */
export function requestTicketAhead(client: Client, deviceId: string): void {
  const ticket = createStartStream(client, deviceId)(AbortSignal.timeout(ticketForMs));
  ticket.catch(() => undefined); // The player that uses it asks again, and shows the reason.
  ticketAhead = { client, deviceId, ticket, untilMs: performance.now() + ticketForMs };
}

/** The first connection uses the ticket that was requested ahead, where there is one. */
export function startWithTicket(client: Client, deviceId: string): StartStream {
  const startStream = createStartStream(client, deviceId);
  return (signal) => takeTicket(client, deviceId)?.catch(() => startStream(signal)) ?? startStream(signal);
}

function takeTicket(client: Client, deviceId: string): TicketAhead['ticket'] | undefined {
  const requested = ticketAhead;
  if (requested?.client !== client || requested.deviceId !== deviceId) return undefined;
  ticketAhead = undefined;
  return performance.now() < requested.untilMs ? requested.ticket : undefined;
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
