// `Events` through NATS. The events of a transaction are sent after its commit, numbered. PostgreSQL stays the second way: it carries
// what the database's triggers publish, and everything while NATS is away or another living node is not heard through it. An event
// that arrives on both ways is delivered once.
import { createHash } from 'node:crypto';
import type { Db } from '../database.ts';
import type { Events } from '../events.ts';
import { sendEventsOf } from '../held-events.ts';
import { createHub } from './event-hub.ts';
import { type NatsConfig, startNatsWire } from './nats-wire.ts';
import { selectInstallation } from './node-messages.sql.ts';
import { Peers } from './peers.ts';
import { startPostgresWire, type WireDeps } from './postgres-wire.ts';
import { createSecondWay } from './second-way.ts';
import { busGap, busHeartbeat, busStored, encodeMessage, numberEvent } from './wire.ts';

const heartbeatEveryMs = 1_000;
const checkEveryMs = 250;
const gapAgainAfterMs = [2_000, 10_000];
const maxRepeats = 20;
/** Shorter doubts are not logged: a node that starts is heard a moment after the database shows it. */
const logAfterMs = 3_000;

export async function startNatsEvents(deps: WireDeps, nats: NatsConfig): Promise<Events> {
  const { db, log, node } = deps;
  const prefix = nats.prefix ?? (await derivePrefix(db));
  let seq = 0;
  let sent = 0;
  const hub = createHub({
    log,
    nodeId: node.id,
    sendTo: (nodeId, text, isSecond) => {
      sent += 1;
      const isSent = !isSecond && peers.isHeard(nodeId) && natsWire.send(nodeId, text);
      if (!isSent) void postgres.sendTo(nodeId, text, isSecond);
    },
  });
  const peers = new Peers({ nodeId: node.id, now: () => performance.now(), onGap: hub.gap });

  const receive = (text: string, isThroughNats: boolean): void => {
    const message = hub.parse(text);
    if (message === undefined || message.from === node.id) return;
    const { from, seq: number } = message;
    if (from !== undefined && number !== undefined && !peers.accept(from, number)) return;
    if (message.topic !== busHeartbeat.name) {
      hub.deliver(message);
      return;
    }
    const heartbeat = busHeartbeat.payload.safeParse(message.payload).data;
    if (heartbeat !== undefined && heartbeat.from !== node.id) peers.heartbeat(heartbeat, isThroughNats);
  };
  const postgres = await startPostgresWire(deps, {
    onText: (text) => receive(text, false),
    onGap: () => {
      void postgres.takeStored();
      hub.gap();
    },
  });
  hub.on(busStored, () => void postgres.takeStored());
  const natsWire = startNatsWire(
    { nats, prefix, nodeId: node.id, log },
    {
      onText: (text) => receive(text, true),
      onConnected: () => {
        natsWire.send(undefined, heartbeatText());
        // The others may have sent events through NATS alone before this node was there.
        hub.gap();
      },
    },
  );

  const findDoubt = (): string | undefined => {
    const warning = natsWire.warning();
    if (warning !== undefined) return warning;
    const unheard = peers.unheard().length;
    if (unheard > 0) return `Other nodes that are not heard through NATS: ${unheard}.`;
    const deaf = peers.countDeaf();
    return deaf > 0 ? `Other nodes that don’t hear this one through NATS: ${deaf}.` : undefined;
  };
  let doubt = createDoubt('NATS is not connected yet.');
  let wasAway = true;
  const heartbeatText = (isLeaving = false): string =>
    encodeMessage(busHeartbeat, {
      from: node.id,
      seq,
      unheard: peers.unheard().slice(0, 1_000),
      is_leaving: isLeaving,
    });
  const secondWay = createSecondWay(postgres, heartbeatText);
  const isSecondWayNeeded = (): boolean => findDoubt() !== undefined || peers.isLingering();
  const heartbeat = (): void => {
    natsWire.send(undefined, heartbeatText());
    // Others see by its number whether they have missed an event that went through NATS alone.
    if (isSecondWayNeeded()) secondWay.heartbeat();
  };
  const check = (): void => {
    const late = peers.setLiving(node.others().map(({ id }) => id));
    for (const id of late) void postgres.sendTo(id, encodeMessage(busGap, {}), false);
    const isAway = natsWire.warning() !== undefined;
    // Events that others send meanwhile through NATS alone don't come. Events lost in another doubt are noticed by their numbers.
    if (isAway && !wasAway) hub.gap();
    wasAway = isAway;
    const reason = findDoubt();
    if (reason !== undefined && doubt.reason === undefined) {
      doubt = createDoubt(reason);
    } else if (reason === undefined) {
      if (doubt.isLogged) log.info('events go through NATS again');
      doubt = createDoubt(undefined);
    } else {
      doubt.reason = reason;
    }
    if (reason === undefined || doubt.isLogged || performance.now() - doubt.sinceMs < logAfterMs) return;
    doubt.isLogged = true;
    log.warn({ reason }, 'events also go through PostgreSQL, because NATS does not reach every node');
  };
  const send = (texts: readonly string[]): void => {
    const numbered = texts.map((text) => {
      seq += 1;
      return numberEvent(text, node.id, seq);
    });
    sent += texts.length;
    // Listeners of this node are called as those of others: not before the caller goes on.
    setImmediate(() => {
      for (const text of texts) {
        const message = hub.parse(text);
        if (message !== undefined) hub.deliver(message);
      }
    });
    const isSent = numbered.map((text) => natsWire.send(undefined, text)).every(Boolean);
    if (!isSent || isSecondWayNeeded()) secondWay.send(numbered);
  };
  const timers = [
    // After a pause of this process, what has arrived meanwhile is read first.
    setInterval(() => setImmediate(check), checkEveryMs),
    setInterval(heartbeat, heartbeatEveryMs),
  ];
  check();
  const repeats = new Set<NodeJS.Timeout>();
  const sendGap = (): void => {
    const gap = encodeMessage(busGap, {});
    send([gap]);
    // The transaction may still be committing.
    for (const delayMs of gapAgainAfterMs) {
      if (repeats.size >= maxRepeats) return;
      const timer = setTimeout(() => {
        repeats.delete(timer);
        send([gap]);
      }, delayMs);
      repeats.add(timer);
    }
  };
  sendEventsOf(db, { send, sendGap });

  return {
    on: hub.on,
    onGap: hub.onGap,
    ask: hub.ask,
    answer: hub.answer,
    isConnected: postgres.isConnected,
    warning: () => {
      if (!postgres.isConnected()) return 'The connection for events to PostgreSQL is lost.';
      return doubt.reason === undefined ? undefined : `${doubt.reason} Events also go through PostgreSQL.`;
    },
    figures: () => ({ sent, ...hub.counts }),
    stop: async () => {
      for (const timer of [...timers, ...repeats]) clearInterval(timer);
      natsWire.send(undefined, heartbeatText(true));
      hub.stop();
      await natsWire.stop();
      await secondWay.stop();
      await postgres.stop();
    },
  };
}

type Doubt = { reason: string | undefined; sinceMs: number; isLogged: boolean };

function createDoubt(reason: string | undefined): Doubt {
  return { reason, sinceMs: performance.now(), isLogged: false };
}

/** Two installations on one NATS never hear each other, without a setting. */
async function derivePrefix(db: Db): Promise<string> {
  const installation = await selectInstallation(db);
  return `pocketfleet.${createHash('sha256').update(installation).digest('hex').slice(0, 16)}`;
}
