// Several nodes on one database, without an HTTP server.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase, sql } from './database.ts';
import { createLog } from './log.ts';
import { selectLivingNodes } from './node.sql.ts';
import { type Node, runOnLeader, startNode } from './node.ts';

const log = createLog('silent');
const patience = { timeout: 60_000, interval: 20 };
let database: TestDatabase;
let shared: Database;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  shared = openDatabase({ url: database.url, poolSize: 2, log });
});
afterAll(async () => {
  await shared?.stop();
  await database?.drop();
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
  await sql`delete from nodes`.execute(shared.db);
});

/** A node with connections of its own; `kill` closes them, so that its row stays. */
async function start(url: string): Promise<{ node: Node; kill: () => Promise<void>; count: () => number }> {
  const own = openDatabase({ url: database.url, poolSize: 1, log });
  const node = await startNode({ db: own.db, log, url });
  let runs = 0;
  const stopWork = runOnLeader(
    { node, log },
    {
      failure: 'the run could not be counted',
      everyMs: 20,
      run: async () => {
        runs += 1;
      },
    },
  );
  let isKilled = false;
  undo.push(async () => {
    stopWork();
    await node.stop();
    if (!isKilled) await own.stop();
  });
  const kill = async (): Promise<void> => {
    isKilled = true;
    await own.stop();
  };
  return { node, kill, count: () => runs };
}

const silence = (node: Node) =>
  sql`update nodes set beat_at = beat_at - interval '7 seconds' where node_id = ${node.id}`.execute(
    shared.db,
  );

test('the leader alone does the periodic work, and another node within seconds after the leader has died', async () => {
  const [first, second] = [await start('ws://first'), await start('ws://second')];
  await vi.waitFor(() => expect(first.count()).toBeGreaterThan(3), patience);
  expect([first.node.isLeader(), second.node.isLeader(), second.count()]).toEqual([true, false, 0]);
  await first.kill();
  await silence(first.node);
  await vi.waitFor(() => expect(second.count()).toBeGreaterThan(3), patience);
  expect(await selectLivingNodes(shared.db)).toEqual([second.node.id]);
});

test('another node leads as soon as the leader is stopped', async () => {
  const [first, second] = [await start('ws://first'), await start('ws://second')];
  await first.node.stop();
  await vi.waitFor(() => expect(second.node.isLeader()).toBe(true), patience);
});

test('a node that starts at the address of a dead node replaces it at once', async () => {
  const first = await start('ws://same');
  await first.kill();
  const again = await start('ws://same');
  expect(again.node.isLeader()).toBe(true);
  expect(await selectLivingNodes(shared.db)).toEqual([again.node.id]);
});

test('a leader that can’t reach the database does no work for the fleet until it can', async () => {
  const { node } = await start('ws://first');
  const past = vi.spyOn(performance, 'now');
  past.mockReturnValue(performance.now() + 6_500);
  expect(node.isLeader()).toBe(false);
  past.mockRestore();
  expect(node.isLeader()).toBe(true);
});

test('work that fails or takes long runs again, and never twice at once', async () => {
  const { node } = await start('ws://first');
  const warn = vi.spyOn(log, 'warn');
  let [running, maxRunning, runs] = [0, 0, 0];
  undo.push(
    runOnLeader(
      { node, log },
      {
        failure: 'it failed as it should',
        everyMs: 5,
        run: async () => {
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          await sql`select pg_sleep(0.03)`.execute(shared.db);
          running -= 1;
          runs += 1;
          throw new Error('as it happens');
        },
      },
    ),
  );
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), patience);
  expect(maxRunning).toBe(1);
  expect(String(warn.mock.calls)).toContain('it failed as it should');
  warn.mockRestore();
});
