// `Events` through PostgreSQL alone. The database itself sends the events of a transaction when that commits, in the order of the
// commits, to every node that is connected at that moment.
import type { Events } from '../events.ts';
import { createHub } from './event-hub.ts';
import { startPostgresWire, type WireDeps } from './postgres-wire.ts';
import { busStored } from './wire.ts';

export async function startPostgresEvents(deps: WireDeps): Promise<Events> {
  let sent = 0;
  const hub = createHub({
    log: deps.log,
    nodeId: deps.node.id,
    // A second one is kept: the other node may be reconnecting.
    sendTo: (nodeId, text, isSecond) => {
      sent += 1;
      void wire.sendTo(nodeId, text, isSecond);
    },
  });
  const wire = await startPostgresWire(deps, {
    onText: (text) => {
      const message = hub.parse(text);
      if (message !== undefined) hub.deliver(message);
    },
    onGap: () => {
      void wire.takeStored();
      hub.gap();
    },
  });
  hub.on(busStored, () => void wire.takeStored());
  return {
    on: hub.on,
    onGap: hub.onGap,
    ask: hub.ask,
    answer: hub.answer,
    isConnected: wire.isConnected,
    warning: () => (wire.isConnected() ? undefined : 'The connection for events to PostgreSQL is lost.'),
    figures: () => ({ sent, ...hub.counts }),
    stop: async () => {
      hub.stop();
      await wire.stop();
    },
  };
}
