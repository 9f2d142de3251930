import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { startNatsServer, whyNoNats } from '../../apps/api/test/nats-server.ts';
import type { Order, Report } from '../bus/bus-node.ts';
import { percentile } from '../percentile.ts';
import { measureTree } from '../process-tree.ts';
import { startStockedDatabase } from '../renting/stocked-database.ts';
import type { Figure, Row, RowResult } from '../row.ts';

const sizes = [1, 2, 5];
const secondsEach = 4;
const perSecond = 250;
const questions = 200;
const wholeWithinMs = 60_000;

type BusNode = { pid: number; order: <Answer>(order: Order) => Promise<Answer>; stop: () => Promise<void> };
type Place = { databaseUrl: string; db: Db; postgresPid: number };
type Measured = { nodesMs: number; postgresMs: number; natsMs: number; messages: number; p99Ms: number };

/** Transactions with one event each, on one node, heard by all nodes: what an event costs on both buses. */
export const busRow: Row = {
  name: 'bus',
  aim: 'grows with events, not with nodes times events, in the database',
  async measure({ seconds = secondsEach }): Promise<RowResult> {
    if (platform() !== 'linux')
      return { figures: [], baseline: [], note: 'Measured from /proc, on Linux only.' };
    const database = await startStockedDatabase({ phones: 1, assignments: 0, customers: 1, connections: 2 });
    const nats = whyNoNats === '' ? await startNatsServer() : undefined;
    try {
      const place = {
        databaseUrl: database.url,
        db: database.db,
        postgresPid: await findPostmaster(database.db),
      };
      await sql`create unlogged table bench_changes (n int)`.execute(database.db);
      const count = seconds * perSecond;
      const figures: Figure[] = [];
      const baseline: Figure[] = [];
      const alone = await withNodes(place, {}, 1, (nodes) =>
        measureEvents(place, nodes, { count, withEvent: false }),
      );
      const bare = 'the same transaction without an event';
      baseline.push(
        { what: `${bare}: CPU of the node`, value: alone.nodesMs / count, unit: 'ms' },
        { what: `${bare}: CPU of PostgreSQL`, value: alone.postgresMs / count, unit: 'ms' },
      );
      for (const bus of ['PostgreSQL', 'NATS'] as const) {
        if (bus === 'NATS' && nats === undefined) continue;
        const env =
          bus === 'NATS' && nats !== undefined ? { NATS_URL: nats.url, NATS_PID: String(nats.pid()) } : {};
        for (const size of sizes) {
          const measured = await withNodes(place, env, size, (nodes) =>
            measureEvents(place, nodes, { count, withEvent: true, natsPid: Number(env.NATS_PID ?? 0) }),
          );
          figures.push(...describe(`${bus}, ${size} ${size === 1 ? 'node' : 'nodes'}`, measured, count));
        }
        const took = await withNodes(place, env, 2, async ([one, two]) =>
          one === undefined || two === undefined
            ? []
            : one.order<number[]>({
                type: 'ask',
                of: (await two.order<Report>({ type: 'report' })).id,
                count: questions,
              }),
        );
        figures.push({
          what: `${bus}: a question to another node, median`,
          value: percentile(took, 0.5),
          unit: 'ms',
        });
      }
      return { figures, baseline, ...(nats === undefined ? { note: whyNoNats } : {}) };
    } finally {
      await nats?.stop();
      await database.stop();
    }
  },
};

function describe(
  what: string,
  { nodesMs, postgresMs, natsMs, messages, p99Ms }: Measured,
  count: number,
): Figure[] {
  return [
    {
      what: `${what}: CPU of all nodes for an event and its transaction`,
      value: nodesMs / count,
      unit: 'ms',
    },
    { what: `${what}: CPU of PostgreSQL`, value: postgresMs / count, unit: 'ms' },
    ...(natsMs > 0 ? [{ what: `${what}: CPU of NATS`, value: natsMs / count, unit: 'ms' } as const] : []),
    { what: `${what}: messages received for an event`, value: messages / count, unit: 'ratio' },
    { what: `${what}: until the last node hears it, p99`, value: p99Ms, unit: 'ms' },
  ];
}

async function measureEvents(
  { postgresPid }: Place,
  nodes: readonly BusNode[],
  load: { count: number; withEvent: boolean; natsPid?: number },
): Promise<Measured> {
  const [publisher] = nodes;
  if (publisher === undefined) throw new Error('there is no node');
  const report = () => Promise.all(nodes.map((node) => node.order<Report>({ type: 'report' })));
  const order = { type: 'publish', perSecond, withEvent: load.withEvent } as const;
  // The first events compile and connect, and are not counted.
  await publisher.order({ ...order, count: perSecond });
  await wait(500);
  const cpuMs = (pid: number): number => (pid === 0 ? 0 : measureTree(pid).cpuSeconds * 1_000);
  const natsPid = load.natsPid ?? 0;
  const before = { reports: await report(), postgres: cpuMs(postgresPid), nats: cpuMs(natsPid) };
  await publisher.order({ ...order, count: load.count });
  await wait(500);
  const after = { reports: await report(), postgres: cpuMs(postgresPid), nats: cpuMs(natsPid) };
  const sum = (value: (each: Report) => number): number =>
    after.reports.reduce((total, each) => total + value(each), 0) -
    before.reports.reduce((total, each) => total + value(each), 0);
  const heard = sum((each) => each.heard);
  if (load.withEvent && heard !== load.count * nodes.length)
    throw new Error(`${heard} events were heard of ${load.count * nodes.length}`);
  const delaysMs = after.reports.flatMap((each) => each.delaysMs);
  return {
    nodesMs: sum((each) => each.cpuMs),
    postgresMs: after.postgres - before.postgres,
    natsMs: after.nats - before.nats,
    messages: sum((each) => each.received),
    p99Ms: delaysMs.length === 0 ? 0 : percentile(delaysMs, 0.99),
  };
}

async function withNodes<Result>(
  { databaseUrl }: Place,
  env: Record<string, string>,
  count: number,
  work: (nodes: readonly BusNode[]) => Promise<Result>,
): Promise<Result> {
  const nodes: BusNode[] = [];
  try {
    for (let each = 0; each < count; each += 1)
      nodes.push(await startNode({ ...env, DATABASE_URL: databaseUrl }));
    const untilMs = performance.now() + wholeWithinMs;
    for (;;) {
      const reports = await Promise.all(nodes.map((node) => node.order<Report>({ type: 'report' })));
      if (reports.every(({ others, isWhole }) => isWhole && others === count - 1)) break;
      if (performance.now() > untilMs) throw new Error('the nodes did not find each other');
      await wait(200);
    }
    return await work(nodes);
  } finally {
    for (const node of nodes) await node.stop();
  }
}

async function startNode(env: Record<string, string>): Promise<BusNode> {
  const child = fork(join(import.meta.dirname, '../bus/bus-node.ts'), {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  await answerOf(child);
  const order = async <Answer>(order: Order): Promise<Answer> => {
    child.send(order);
    return (await answerOf(child)) as Answer;
  };
  return {
    pid: child.pid ?? 0,
    order,
    stop: async () => {
      const ended = once(child, 'exit');
      child.send({ type: 'stop' } satisfies Order);
      await ended;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [{ answer }] = (await once(child, 'message', { signal: AbortSignal.timeout(120_000) })) as [
    { answer: unknown },
  ];
  return answer;
}

/** The parent of each of PostgreSQL's processes. */
async function findPostmaster(db: Db): Promise<number> {
  const found = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const stat = readFileSync(`/proc/${found.rows[0]?.pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
