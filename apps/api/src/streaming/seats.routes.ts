import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { cutSeat, getSeat, giveSeat, takeSeat } from './seats.ts';

export function registerSeats({ deps: { db }, implement }: Pick<AppParts, 'deps' | 'implement'>): void {
  implement(routes.getSeat, ({ caller, params }) => getSeat(db, caller, params.id));
  implement(routes.takeSeat, ({ caller, params }) => takeSeat(db, caller, params.id));
  implement(routes.giveSeat, ({ caller, params }) => giveSeat(db, caller, params.id));
  implement(routes.cutSeat, ({ caller, params, body }) => cutSeat(db, caller, params.id, body));
}
