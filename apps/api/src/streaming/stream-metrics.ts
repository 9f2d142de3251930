// Prometheus metrics of open streams, shells and transfers. Those of their bytes are the relay's.
import { Gauge } from 'prom-client';
import type { Metrics } from '../platform/metrics.ts';
import type { Relays } from './relays.ts';

export function registerStreamMetrics(
  metrics: Metrics,
  relays: Pick<Relays, 'count' | 'countSockets'>,
): void {
  const registers = [metrics];
  new Gauge({
    name: 'pocketfleet_phone_sockets',
    help: 'Open sockets of customers to their phones that this node has admitted.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, count] of Object.entries(relays.countSockets())) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'pocketfleet_relays',
    help: 'Relays that are linked to this node, its own included.',
    registers,
    collect() {
      this.set(relays.count());
    },
  });
}
