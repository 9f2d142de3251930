// NATS that is killed, split, slow, restarted, or not what NATS_URL says: events still arrive, at most once each, and a node that may
// have missed one reads its state again.
import { randomUUID } from 'node:crypto';
import { connect } from '@nats-io/transport-node';
import { expect, vi } from 'vitest';
import { startFront } from '../../../test/front.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import {
  areDegraded,
  areWhole,
  counted,
  expectNoRepeats,
  hears,
  length,
  patience,
  useNatsScene,
} from '../../../test/use-nats-scene.ts';
import { inTransaction, sql } from '../database.ts';
import { publish } from '../events.ts';
import { busGap } from './wire.ts';

const { itWorks, start, startServer, undo } = useNatsScene();

itWorks('a server that is killed under load and restarted loses no event without a gap', async () => {
  const server = await startServer();
  const [one, two] = [await start(server.url), await start(server.url)];
  await areWhole(one, two);
  let lastGapAtMs = 0;
  two.events.onGap(() => {
    lastGapAtMs = performance.now();
  });
  const publishedAtMs = new Map<number, number>();
  let n = 0;
  let isBusy = false;
  const publishing = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    n += 1;
    publishedAtMs.set(n, performance.now());
    void inTransaction(one.db, (tx) => publish(tx, counted, { n })).finally(() => {
      isBusy = false;
    });
  }, 10);
  undo.push(() => clearInterval(publishing));
  await hears(two, 20);
  await server.kill();
  await areDegraded(one, two);
  expect(one.events.warning()).toContain('can’t be reached');
  // Neither end waits for NATS to come back.
  await hears(two, n + 1);
  await server.restart();
  await areWhole(one, two);
  const after = n + 20;
  await hears(two, after);
  clearInterval(publishing);
  expect((await one.events.ask(two.id, length, { text: 'four' })).length).toBe(4);
  expectNoRepeats(two);
  const missed = Array.from({ length: after }, (_, index) => index + 1).filter(
    (each) => !two.heard.includes(each),
  );
  const lastMissedAtMs = Math.max(0, ...missed.map((each) => publishedAtMs.get(each) ?? 0));
  await vi.waitFor(() => expect(lastGapAtMs).toBeGreaterThanOrEqual(lastMissedAtMs), patience);
  expect(one.heard.slice(0, after)).toEqual(Array.from({ length: after }, (_, index) => index + 1));
});

itWorks(
  'two nodes without a common server hear each other, and again through NATS once they meet',
  async () => {
    const [left, right] = [await startServer(), await startServer()];
    const front = await startFront([right.port, left.port]);
    undo.push(front.stop);
    const [one, two] = [await start(left.url), await start(`nats://127.0.0.1:${front.port}`)];
    await areDegraded(one, two);
    await vi.waitFor(() => {
      for (const { events } of [one, two]) expect(events.warning()).toContain('not heard through NATS: 1');
    }, patience);
    await publish(one.db, counted, { n: 1 });
    await publish(two.db, counted, { n: 2 });
    await hears(two, 1, 2);
    await hears(one, 1, 2);
    expect((await one.events.ask(two.id, length, { text: 'x'.repeat(20_000) })).length).toBe(20_000);
    await right.kill();
    await areWhole(one, two);
    await publish(two.db, counted, { n: 3 });
    await hears(one, 3);
    for (const each of [one, two]) expectNoRepeats(each);
  },
);

itWorks('a server that stands still is passed by, and what it kept is not heard twice', async () => {
  const server = await startServer();
  const [one, two] = [await start(server.url), await start(server.url)];
  await areWhole(one, two);
  server.pause();
  undo.push(server.continue);
  await publish(one.db, counted, { n: 1 });
  // More than is kept for a server that confirms nothing.
  const text = 'x'.repeat(7_000);
  for (let n = 2; n <= 2_500; n += 1) await publish(one.db, counted, { n, text });
  await areDegraded(one, two);
  await publish(one.db, counted, { n: 5_000 });
  await hears(two, 5_000);
  server.continue();
  await areWhole(one, two);
  await publish(one.db, counted, { n: 5_001 });
  await hears(two, 5_001);
  expectNoRepeats(two);
  expect(one.heard).toHaveLength(2_502);
});

itWorks('a lost event and a node that dies without a word are noticed', async () => {
  const server = await startServer();
  const one = await start(server.url);
  const [ghost, ghostId] = [await connect({ servers: server.url }), randomUUID()];
  undo.push(() => ghost.close());
  const subjects = new Set<string>();
  ghost.subscribe('*.*.events', { callback: (_error, { subject }) => void subjects.add(subject) });
  await sql`insert into nodes (node_id, url, answers, beat_at)
    values (${ghostId}, 'ws://ghost', true, clock_timestamp() + interval '1 hour')`.execute(one.db);
  await vi.waitFor(() => expect([...subjects]).toHaveLength(1), patience);
  const [subject = ''] = subjects;
  const heartbeat = (seq: number): void =>
    ghost.publish(
      subject,
      JSON.stringify({ topic: 'bus_beat', payload: { from: ghostId, seq, unheard: [], is_leaving: false } }),
    );
  const event = (seq: number): void =>
    ghost.publish(subject, JSON.stringify({ topic: counted.name, payload: { n: seq }, from: ghostId, seq }));
  heartbeat(7);
  await vi.waitFor(() => expect(one.events.figures().received).toBeGreaterThan(0), patience);
  event(8);
  event(8);
  await hears(one, 8);
  expect(one.heard).toEqual([8]);
  let before = one.gaps();
  // The ninth is lost.
  event(10);
  await vi.waitFor(() => expect(one.gaps()).toBeGreaterThan(before), patience);
  event(9);
  await hears(one, 9);
  expect(one.heard).toEqual([8, 10, 9]);
  // The last one before a heartbeat is lost.
  before = one.gaps();
  heartbeat(11);
  await vi.waitFor(() => expect(one.gaps()).toBeGreaterThan(before), patience);
  before = one.gaps();
  // It dies: its row stays for a while, or is replaced at once.
  await sql`delete from nodes where node_id = ${ghostId}`.execute(one.db);
  await vi.waitFor(() => expect(one.gaps()).toBeGreaterThan(before), patience);
  await areWhole(one);
});

itWorks('after a commit without an answer, every node reads its state again', async () => {
  const server = await startServer();
  const [one, two] = [await start(server.url), await start(server.url)];
  await areWhole(one, two);
  // The node itself reports the gap at least twice. The gap that a doubt causes is not counted.
  const gaps = [0, 0];
  for (const [index, { events }] of [one, two].entries())
    events.on(busGap, () => {
      gaps[index] = (gaps[index] ?? 0) + 1;
    });
  await sql`create table cut (n int)`.execute(one.db);
  undo.push(() => sql`drop table cut`.execute(one.db));
  await sql`create function cut_off() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(one.db);
  undo.push(() => sql`drop function cut_off cascade`.execute(one.db));
  await sql`create constraint trigger cut_off after insert on cut deferrable initially deferred
    for each row execute function cut_off()`.execute(one.db);
  const cut = inTransaction(one.db, async (tx) => {
    await publish(tx, counted, { n: 1 });
    await sql`insert into cut values (1)`.execute(tx);
  });
  await expect(cut).rejects.toThrow();
  await vi.waitFor(() => expect(Math.min(...gaps)).toBeGreaterThan(1), patience);
  await publish(one.db, counted, { n: 2 });
  await hears(two, 2);
  expect(two.heard).toEqual([2]);
});

itWorks('two installations on one server hear nothing of each other', async () => {
  const server = await startServer();
  const elsewhere = await createTestDatabase();
  undo.push(elsewhere.drop);
  const [ours, theirs] = [await start(server.url), await start(server.url, elsewhere.url)];
  await areWhole(ours);
  await areWhole(theirs);
  await publish(ours.db, counted, { n: 1 });
  await publish(theirs.db, counted, { n: 2 });
  await hears(ours, 1);
  await hears(theirs, 2);
  expect([ours.heard, theirs.heard]).toEqual([[1], [2]]);
  expect([ours.events.figures().refused, theirs.events.figures().refused]).toEqual([0, 0]);
});

itWorks('a question that is larger than the server’s max_payload takes the other way', async () => {
  const server = await startServer('max_payload: 16384');
  const [one, two] = [await start(server.url), await start(server.url)];
  await areWhole(one, two);
  for (const size of [10, 16_000, 17_000, 700_000]) {
    const { length: answered } = await one.events.ask(two.id, length, { text: 'x'.repeat(size) });
    expect(answered).toBe(size);
  }
  await areWhole(one, two);
});

itWorks('a user that may not publish is noticed by both sides, and events arrive', async () => {
  const users = `{user: all, password: pw}, {user: mute, password: pw, permissions: {publish: {deny: ">"}}}`;
  const server = await startServer(`authorization { users: [${users}] }`);
  const at = (user: string): string => server.url.replace('//', `//${user}:pw@`);
  const [one, mute] = [await start(at('all')), await start(at('mute'))];
  await vi.waitFor(() => {
    expect(one.events.warning()).toContain('not heard through NATS: 1');
    expect(mute.events.warning()).toContain('don’t hear this one through NATS: 1');
  }, patience);
  const warn = vi.spyOn(mute.log, 'warn');
  const startedMs = performance.now();
  for (let n = 3; n <= 100; n += 1) await publish(mute.db, counted, { n });
  await publish(mute.db, counted, { n: 1 });
  await publish(one.db, counted, { n: 2 });
  await hears(one, 1, 2, 100);
  await hears(mute, 1, 2);
  const refusals = warn.mock.calls.filter(([, line]) => String(line) === 'NATS has refused a message');
  expect(refusals.length).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 10_000);
  for (const each of [one, mute]) expectNoRepeats(each);
});
