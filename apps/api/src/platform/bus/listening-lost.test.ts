// PostgreSQL alone carries events, and the connection on which one node listens is away.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type BusNode, startBusNode } from '../../../test/bus-node.ts';
import { startCuttableFront } from '../../../test/front.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { defineQuestion, NoAnswer } from '../events.ts';

const patience = { timeout: 60_000, interval: 20 };
const double = defineQuestion('test_double', {
  asked: z.object({ n: z.number() }),
  answer: z.object({ n: z.number() }),
});

let database: TestDatabase;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A node whose connection for events `cut` takes away until `mend`. */
async function startCuttable(): Promise<{ node: BusNode; cut: () => Promise<void>; mend: () => void }> {
  const front = await startCuttableFront(database.url);
  undo.push(front.stop);
  const node = await startBusNode(database.url, {}, front.url);
  undo.push(node.stop);
  return {
    node,
    cut: async () => {
      front.cut();
      await vi.waitFor(() => expect(node.events.isConnected()).toBe(false), patience);
    },
    mend: front.mend,
  };
}

test('a question to a node that doesn’t listen for a while is handled there, once', async () => {
  const one = await startBusNode(database.url);
  undo.push(one.stop);
  const two = await startCuttable();
  const handled: number[] = [];
  two.node.events.answer(double, ({ n }) => {
    handled.push(n);
    return { n: 2 * n };
  });
  await two.cut();
  await expect(one.events.ask(two.node.id, double, { n: 4 })).rejects.toThrow(NoAnswer);
  expect(handled).toEqual([]);
  two.mend();
  await vi.waitFor(() => expect(handled).toEqual([4]), patience);
  expect(await one.events.ask(two.node.id, double, { n: 5 })).toEqual({ n: 10 });
  expect(handled).toEqual([4, 5]);
});
