// Metrics of this node's messages from and to other nodes.
import { Counter, Gauge } from 'prom-client';
import type { EventFigures, Events } from '../platform/events.ts';
import type { Metrics } from '../platform/metrics.ts';

const counters: Record<keyof EventFigures, string> = {
  sent: 'Events, questions and answers that this node has sent. With PostgreSQL, its events are not counted: the database sends them.',
  received: 'Messages that this node has received, its own events included.',
  refused: 'Messages that were dropped: not ours, malformed or too large.',
  gaps: 'How often this node read its state again, because it may have missed events.',
  unanswered: 'Questions to other nodes that were not answered in time.',
};

export function registerEventFigures(metrics: Metrics, events: Events): void {
  new Gauge({
    name: 'pocketfleet_events_as_configured',
    help: '1 while events between nodes take the configured way and reach all nodes, otherwise 0; /health/ready says why.',
    registers: [metrics],
    collect() {
      this.set(events.warning() === undefined ? 1 : 0);
    },
  });
  for (const [name, help] of Object.entries(counters) as [keyof EventFigures, string][]) {
    new Counter({
      name: `pocketfleet_events_${name}_total`,
      help,
      registers: [metrics],
      collect() {
        this.reset();
        this.inc(events.figures()[name]);
      },
    });
  }
}
