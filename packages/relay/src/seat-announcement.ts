import type { WebSocket } from 'ws';
import type { SeatPerson } from './shared-seat.ts';

/** The last message to each channel. */
const announced = new WeakMap<WebSocket, number>();

/** Tells the agent the seat's generation once: input after it belongs to that, and older input is refused. */
export function announceSeat(channel: WebSocket, generation: number, who: SeatPerson | null): void {
  if (announced.get(channel) === generation) return;
  announced.set(channel, generation);
  channel.send(JSON.stringify({ type: 'seat', generation, who, hears_typed: true }));
}
