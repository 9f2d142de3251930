// The health figures of events between nodes, and the end of a node that uses NATS.
import { afterEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { type ApiProcess, spawnApiProcess, startApiProcess } from '../../test/api-process.ts';
import { startNatsServer, whyNoNats } from '../../test/nats-server.ts';
import { scrape } from '../../test/scrape.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const patience = { timeout: 60_000, interval: 50 };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const itWorks = (name: string, run: () => Promise<void>): void =>
  test(name, async ({ skip }) => {
    skip(whyNoNats !== '', whyNoNats);
    await run();
  });

async function ready({ app }: TestApp): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await app.operator.inject({ method: 'GET', url: '/health/ready' });
  return { status: response.statusCode, body: response.json() };
}

itWorks('a node whose NATS is away stays ready and says why; the metric follows', async () => {
  const server = await startNatsServer();
  undo.push(server.stop);
  const site = await startTestApp({ NATS_URL: server.url });
  undo.push(site.stop);
  const metric = async () => (await scrape(site)).read('pocketfleet_events_as_configured');
  await vi.waitFor(async () => expect((await ready(site)).body).not.toHaveProperty('events'), patience);
  expect(await metric()).toBe(1);
  await server.kill();
  await vi.waitFor(async () => {
    const { status, body } = await ready(site);
    expect([status, body['status']]).toEqual([200, 'ready']);
    expect(body['events']).toMatch(/^NATS can’t be reached .* Events also go through PostgreSQL\.$/);
  }, patience);
  expect(await metric()).toBe(0);
  await server.restart();
  await vi.waitFor(async () => expect((await ready(site)).body).not.toHaveProperty('events'), patience);
});

/** A whole node as a process. */
async function environment(NATS_URL: string): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  undo.push(database.drop);
  const [PORT, OPERATOR_PORT, AGENT_PORT] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const ports = { PORT: `${PORT}`, OPERATOR_PORT: `${OPERATOR_PORT}`, AGENT_PORT: `${AGENT_PORT}` };
  return { DATABASE_URL: database.url, NATS_URL, ...ports };
}

itWorks('a node starts without its NATS, and ends by itself while NATS stands still', async () => {
  const server = await startNatsServer();
  undo.push(server.stop);
  const nodes: ApiProcess[] = [];
  for (const url of [server.url, `nats://127.0.0.1:${await findFreePort()}`])
    nodes.push(await startApiProcess(await environment(url)));
  server.pause();
  undo.push(server.continue);
  // Null after a signal. 1 instead of 0 only when the whole stop is slower than a node's limit, as on a busy machine.
  for (const node of nodes) expect(await node.terminate()).not.toBeNull();
});

itWorks('everything of a node stops while NATS stands still', async () => {
  const server = await startNatsServer();
  undo.push(server.stop);
  const site = await startTestApp({ NATS_URL: server.url });
  await vi.waitFor(async () => expect((await ready(site)).body).not.toHaveProperty('events'), patience);
  server.pause();
  undo.push(server.continue);
  await site.stop();
});

test('a wrong NATS_URL ends a node with status 78', async () => {
  const child = spawnApiProcess({ DATABASE_URL: 'postgres://localhost/none', NATS_URL: 'http://bus' });
  await expect(child.ready).rejects.toThrow('ended with 78');
});
