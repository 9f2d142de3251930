// One node of the row `bus`: connections, heartbeat and events, and orders from the row over IPC.
import { z } from 'zod';
import { inTransaction, sql } from '../../apps/api/src/platform/database.ts';
import { defineQuestion, defineTopic, publish } from '../../apps/api/src/platform/events.ts';
import { startBusNode } from '../../apps/api/test/bus-node.ts';

/** `publish`: transactions in which an event is published; without `withEvent`, the same ones alone. */
export type Order =
  | { type: 'publish'; count: number; perSecond: number; withEvent: boolean }
  | { type: 'ask'; of: string; count: number }
  | { type: 'report' }
  | { type: 'stop' };
export type Report = {
  id: string;
  others: number;
  isWhole: boolean;
  cpuMs: number;
  heard: number;
  received: number;
  delaysMs: number[];
};

const topic = defineTopic('bench_event', z.object({ at_ms: z.number(), device_id: z.uuid() }));
const question = defineQuestion('bench_question', {
  asked: z.object({ host_id: z.uuid() }),
  answer: z.object({ is_sent: z.boolean() }),
});
/** The same clock in all processes of a machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();
const device_id = '00000000-0000-4000-8000-000000000000';

const node = await startBusNode(process.env['DATABASE_URL'] ?? '', { NATS_URL: process.env['NATS_URL'] });
let heard = 0;
let delaysMs: number[] = [];
node.events.on(topic, ({ at_ms }) => {
  heard += 1;
  delaysMs.push(nowMs() - at_ms);
});
node.events.answer(question, () => ({ is_sent: true }));

async function publishSteadily({
  count,
  perSecond,
  withEvent,
}: Extract<Order, { type: 'publish' }>): Promise<void> {
  const startMs = performance.now();
  for (let each = 0; each < count; each += 1) {
    const waitMs = startMs + (each * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    await inTransaction(node.db, async (tx) => {
      await sql`insert into bench_changes values (${each})`.execute(tx);
      if (withEvent) await publish(tx, topic, { at_ms: nowMs(), device_id });
    });
  }
}

async function askSome(of: string, count: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let each = 0; each < count; each += 1) {
    const startMs = performance.now();
    await node.events.ask(of, question, { host_id: device_id });
    tookMs.push(performance.now() - startMs);
  }
  return tookMs;
}

function report(): Report {
  const { user, system } = process.cpuUsage();
  const taken = delaysMs;
  delaysMs = [];
  return {
    id: node.id,
    others: node.node.others().length,
    isWhole: node.events.warning() === undefined,
    cpuMs: (user + system) / 1_000,
    heard,
    received: node.events.figures().received,
    delaysMs: taken,
  };
}

async function carryOut(order: Order): Promise<unknown> {
  if (order.type === 'report') return report();
  if (order.type === 'ask') return askSome(order.of, order.count);
  if (order.type === 'publish') await publishSteadily(order);
  else await node.stop();
  return null;
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (answer) => {
      process.send?.({ answer }, undefined, undefined, () => {
        if (order.type === 'stop') process.exit(0);
      });
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ answer: 'ready' });
