import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { accessPermissions } from '@pocketfleet/contract';
import { startClock } from '../../apps/api/src/platform/clock.ts';
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import type { Principal } from '../../apps/api/src/platform/principal.ts';
import { createWebhookSecret, signedHeaders } from '../../apps/api/src/webhooks/signature.ts';
import { makeWebhook } from '../../apps/api/src/webhooks/webhooks.ts';
import { startApiProcess } from '../../apps/api/test/api-process.ts';
import { ownReach } from '../../apps/api/test/own-reach.ts';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { percentile } from '../percentile.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Row } from '../row.ts';

const working = 20;
const secondsLeftOut = 20;
/** Below what is possible, so that the time until a delivery isn't that of a queue. */
const eventsPerSecond = 20;
/** For the figure a second: of each receiver, for each second of the row. */
const burstEach = 5;
const sendersAtOnce = 8;
const allWithinMs = 300_000;
const networks = '127.0.0.0/8';

/** Events announced in the database until a customer's server has them, while another customer's server hangs. */
export const webhooksRow: Row = {
  name: 'webhooks',
  aim: 'a receiver that hangs changes nothing for others: p99 until delivery stays below 500 ms',
  async measure({ seconds = secondsLeftOut }) {
    const key = randomBytes(32);
    const burst = burstEach * working * seconds;
    const database = await startStockedDatabase({
      phones: 1,
      assignments: 0,
      customers: working + 1,
      connections: 4,
    });
    const receiver = await startReceiver();
    const { db } = database;
    const api = await startApiProcess({
      DATABASE_URL: database.url,
      PORT: String(await findFreePort()),
      OPERATOR_PORT: String(await findFreePort()),
      AGENT_PORT: String(await findFreePort()),
      OPERATOR_SECRETS_KEY: key.toString('hex'),
      WEBHOOK_NETWORKS: networks,
    });
    try {
      const clock = await startClock(db, createLog('silent'));
      const config = { operatorSecretsKeys: [key], webhookNetworks: [networks], publicUrl: receiver.url };
      const users = (
        await sql<{ id: string }>`select id from users where username ~ '^c[0-9]+$' order by username
        limit ${working + 1}`.execute(db)
      ).rows.map(({ id }) => id);
      for (const [at, id] of users.entries()) {
        const url = `${receiver.url}/${at === working ? 'hang' : 'work'}`;
        await makeWebhook({ db, clock, config }, personOf(id), { url, events: ['order.paid'] });
      }
      const workspaces = users.slice(0, working);
      const alone = await sendSteadily(db, receiver, workspaces, seconds);
      await announce(db, users.slice(working), 200);
      await receiver.untilHung();
      const beside = await sendSteadily(db, receiver, workspaces, seconds);
      const burstMs = await timed(async () => {
        const before = receiver.arrivals.length;
        await announce(db, workspaces, burst / working);
        await receiver.untilArrived(before + burst);
      });
      clock.stop();
      return {
        figures: [
          {
            what: `deliveries a second, ${working} receivers and one that hangs`,
            value: (burst / burstMs) * 1_000,
            unit: 'count',
          },
          { what: 'until delivery, one receiver hangs, median', value: percentile(beside, 0.5), unit: 'ms' },
          { what: 'until delivery, one receiver hangs, p99', value: percentile(beside, 0.99), unit: 'ms' },
        ],
        baseline: [
          {
            what: 'the same requests only signed and sent, a second',
            value: await sendOnly(receiver, burst),
            unit: 'count',
          },
          { what: 'until delivery, none hangs, median', value: percentile(alone, 0.5), unit: 'ms' },
          { what: 'until delivery, none hangs, p99', value: percentile(alone, 0.99), unit: 'ms' },
        ],
        note: `${burst} events at once for the figure a second, ${eventsPerSecond} a second for ${seconds} s for the times, from the transaction to the receiver. The receiver that hangs gets 200 events and answers none. Sending only has ${sendersAtOnce} at once. API, database and receivers share the cores.`,
      };
    } finally {
      await api.kill();
      receiver.stop();
      await database.stop();
    }
  },
};

/** A customer in their personal workspace, who may do everything in it. */
function personOf(userId: string): Principal {
  return {
    ...ownReach(userId),
    kind: 'person',
    credential_id: '',
    name: 'bench',
    address: '127.0.0.1',
    role: 'owner',
    permissions: new Set(accessPermissions),
    lacks_second_factor: false,
  };
}

type Receiver = {
  url: string;
  /** When each event was announced and arrived, both in ms since 1970. */
  arrivals: { announcedMs: number; arrivedMs: number }[];
  untilArrived(count: number): Promise<void>;
  untilHung(): Promise<void>;
  stop(): void;
};

async function startReceiver(): Promise<Receiver> {
  const arrivals: Receiver['arrivals'] = [];
  let hung = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (request.url === '/hang') {
        hung += 1;
        return;
      }
      const { data } = JSON.parse(body) as { data: { at_ms: number } };
      arrivals.push({ announcedMs: data.at_ms, arrivedMs: Date.now() });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const until = async (holds: () => boolean): Promise<void> => {
    const deadlineMs = performance.now() + allWithinMs;
    while (!holds()) {
      if (performance.now() > deadlineMs) throw new Error('not everything was delivered in time');
      await wait(5);
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    untilArrived: (count) => until(() => arrivals.length >= count),
    untilHung: () => until(() => hung > 0),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The times in ms until each of the events was delivered. */
async function sendSteadily(
  db: Db,
  receiver: Receiver,
  workspaces: readonly string[],
  seconds: number,
): Promise<number[]> {
  const before = receiver.arrivals.length;
  const count = seconds * eventsPerSecond;
  const startedMs = performance.now();
  for (let turn = 0; turn < count; turn += 1) {
    await wait(Math.max(0, startedMs + (turn * 1_000) / eventsPerSecond - performance.now()));
    await announce(db, [workspaces[turn % workspaces.length] ?? ''], 1);
  }
  await receiver.untilArrived(before + count);
  return receiver.arrivals.slice(before).map(({ announcedMs, arrivedMs }) => arrivedMs - announcedMs);
}

async function announce(db: Db, workspaces: readonly string[], each: number): Promise<void> {
  await sql`select announce(w, null, 'order.paid', jsonb_build_object('at_ms', ${Date.now()}::bigint))
    from unnest(${workspaces}::uuid[]) w, generate_series(1, ${each}::int)`.execute(db);
}

/** Requests a second. */
async function sendOnly({ url }: Receiver, burst: number): Promise<number> {
  const secret = createWebhookSecret();
  let next = 0;
  const tookMs = await timed(async () => {
    await Promise.all(
      Array.from({ length: sendersAtOnce }, async () => {
        while (next < burst) {
          next += 1;
          const body = JSON.stringify({ type: 'order.paid', data: { at_ms: Date.now() } });
          const headers = signedHeaders({ id: `msg_${next}`, body }, [secret], Date.now());
          await fetch(`${url}/work`, { method: 'POST', headers, body });
        }
      }),
    );
  });
  return (burst / tookMs) * 1_000;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
