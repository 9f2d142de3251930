// The one place that chooses between the implementations of `Events`.
import type { Events } from '../events.ts';
import { startNatsEvents } from './nats-events.ts';
import type { NatsConfig } from './nats-wire.ts';
import { startPostgresEvents } from './postgres-events.ts';
import type { WireDeps } from './postgres-wire.ts';

/** Without `nats`, through PostgreSQL. */
export function startEvents(deps: WireDeps, nats: NatsConfig | undefined): Promise<Events> {
  return nats === undefined ? startPostgresEvents(deps) : startNatsEvents(deps, nats);
}
