// Nodes on NATS that count what they hear, each test with servers and nodes of its own.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineQuestion, defineTopic } from '../src/platform/events.ts';
import { type BusNode, startBusNode } from './bus-node.ts';
import { type NatsServer, startNatsServer, whyNoNats } from './nats-server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const patience = { timeout: 60_000, interval: 20 };
export const counted = defineTopic('test_counted', z.object({ n: z.number(), text: z.string().optional() }));
export const length = defineQuestion('test_length', {
  asked: z.object({ text: z.string() }),
  answer: z.object({ length: z.number() }),
});

export type Listening = BusNode & { heard: number[] };

export const areWhole = (...nodes: Listening[]): Promise<void> =>
  vi.waitFor(() => {
    for (const { node, events } of nodes) {
      expect(node.others()).toHaveLength(nodes.length - 1);
      expect(events.warning()).toBeUndefined();
    }
  }, patience);
export const areDegraded = (...nodes: Listening[]): Promise<void> =>
  vi.waitFor(() => {
    for (const { events } of nodes) expect(events.warning()).toBeDefined();
  }, patience);
export const hears = (node: Listening, ...numbers: number[]): Promise<void> =>
  vi.waitFor(() => expect(node.heard).toEqual(expect.arrayContaining(numbers)), patience);
export const expectNoRepeats = (node: Listening): void =>
  expect(new Set(node.heard).size).toBe(node.heard.length);

/** Call it at the top of a test file. */
export function useNatsScene() {
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

  async function startServer(config?: string): Promise<NatsServer> {
    const server = await startNatsServer(config);
    undo.push(server.stop);
    return server;
  }

  async function start(
    url: string | undefined,
    databaseUrl = database.url,
    eventsUrl = databaseUrl,
  ): Promise<Listening> {
    const node = await startBusNode(databaseUrl, { NATS_URL: url }, eventsUrl);
    undo.push(node.stop);
    const heard: number[] = [];
    node.events.on(counted, ({ n }) => heard.push(n));
    node.events.answer(length, ({ text }) => ({ length: text.length }));
    return { ...node, heard };
  }

  const itWorks = (name: string, run: () => Promise<void>): void =>
    test(name, async ({ skip }) => {
      skip(whyNoNats !== '', whyNoNats);
      await run();
    });

  return { databaseUrl: () => database.url, undo, startServer, start, itWorks };
}
