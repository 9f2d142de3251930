// The relay's port for our own machines: whether it is ready, and its metrics in Prometheus' format.
import { createServer, type Server } from 'node:http';
import { registerRelayMetrics } from '@pocketfleet/relay';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RelayProgram } from './run-relay.ts';

export function createStatusServer(program: RelayProgram): Server {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  registerRelayMetrics(metrics, program.relay, program.rtp);
  new Gauge({
    name: 'pocketfleet_relay_linked',
    help: 'Whether the control plane can be asked: 1 or 0.',
    registers: [metrics],
    collect() {
      this.set(program.isLinked() ? 1 : 0);
    },
  });
  return createServer((request, response) => {
    if (request.url === '/health/ready') {
      const status = statusOf(program);
      response.writeHead(status === 'ready' ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status }));
    } else if (request.url === '/metrics') {
      metrics.metrics().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else response.writeHead(404).end();
  });
}

function statusOf(program: RelayProgram): 'ready' | 'draining' | 'control plane away' {
  if (program.isDraining()) return 'draining';
  return program.isLinked() ? 'ready' : 'control plane away';
}
