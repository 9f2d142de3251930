// The guarantees of `Events`, the same for PostgreSQL and NATS.
import { randomUUID } from 'node:crypto';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type BusNode, startBusNode } from '../../../test/bus-node.ts';
import { type NatsServer, startNatsServer, whyNoNats } from '../../../test/nats-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { inSavepoint, inTransaction, sql } from '../database.ts';
import { channel, channelOf, defineQuestion, defineTopic, NoAnswer, publish } from '../events.ts';

const patience = { timeout: 60_000, interval: 20 };
const counted = defineTopic('test_counted', z.object({ n: z.number(), text: z.string().optional() }));
const double = defineQuestion('test_double', {
  asked: z.object({ n: z.number(), text: z.string().optional() }),
  answer: z.object({ n: z.number(), length: z.number() }),
});

describe.each(['PostgreSQL', 'NATS'])('%s', (bus) => {
  let database: TestDatabase;
  let server: NatsServer | undefined;
  const nodes: BusNode[] = [];
  const undo: (() => unknown)[] = [];

  beforeAll(async () => {
    if (bus === 'NATS' && whyNoNats !== '') return;
    database = await createTestDatabase();
    if (bus === 'NATS') server = await startNatsServer();
    for (let n = 0; n < 3; n += 1) nodes.push(await startBusNode(database.url, { NATS_URL: server?.url }));
    await whole();
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await server?.stop();
    await database?.drop();
  });
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
    if (nodes.length > 0) await whole();
  });

  /** Each node knows the others, and events take the configured way. */
  async function whole(): Promise<void> {
    await vi.waitFor(() => {
      for (const node of nodes) {
        expect(node.node.others()).toHaveLength(nodes.length - 1);
        expect(node.events.warning()).toBeUndefined();
      }
    }, patience);
  }
  const [first, second, third] = [0, 1, 2].map((n) => () => nodes[n] as BusNode) as [
    () => BusNode,
    () => BusNode,
    () => BusNode,
  ];
  /** The numbers that each node receives from now on. */
  function listen(): number[][] {
    return nodes.map(({ events }) => {
      const heard: number[] = [];
      undo.push(events.on(counted, ({ n }) => heard.push(n)));
      return heard;
    });
  }
  const itWorks = (name: string, run: () => Promise<void>): void =>
    test(name, async ({ skip }) => {
      skip(bus === 'NATS' && whyNoNats !== '', whyNoNats);
      await run();
    });

  itWorks('an event reaches every node once, its own included, in the order of publishing', async () => {
    const heard = listen();
    for (let n = 1; n <= 50; n += 1) await publish(first().db, counted, { n });
    const all = Array.from({ length: 50 }, (_, index) => index + 1);
    await vi.waitFor(() => expect(heard).toEqual([all, all, all]), patience);
  });

  itWorks('nothing is heard before the commit, and after it everything in its order', async () => {
    const heard = listen();
    await inTransaction(first().db, async (tx) => {
      await publish(tx, counted, { n: 1 });
      await inTransaction(tx, (inner) => publish(inner, counted, { n: 2 }));
      await publish(second().db, counted, { n: 10 });
      await vi.waitFor(() => expect(heard).toEqual([[10], [10], [10]]), patience);
    });
    await vi.waitFor(() => expect(heard).toEqual(Array(3).fill([10, 1, 2])), patience);
  });

  itWorks(
    'what is rolled back is never heard, whole or to a savepoint, and a retry is heard once',
    async () => {
      const heard = listen();
      const rolledBack = inTransaction(first().db, async (tx) => {
        await publish(tx, counted, { n: 1 });
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      let attempts = 0;
      await inTransaction(first().db, async (tx) => {
        attempts += 1;
        await publish(tx, counted, { n: 2 });
        const part = inSavepoint(tx, async () => {
          await publish(tx, counted, { n: 3 });
          throw new Error('only this part');
        });
        await expect(part).rejects.toThrow('only this part');
        await inSavepoint(tx, () => publish(tx, counted, { n: 4 }));
        if (attempts === 1)
          await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
      });
      await publish(first().db, counted, { n: 5 });
      await vi.waitFor(() => expect(heard).toEqual(Array(3).fill([2, 4, 5])), patience);
    },
  );

  itWorks('equal events of one transaction are heard once', async () => {
    const heard = listen();
    await inTransaction(second().db, async (tx) => {
      for (const n of [1, 1, 2, 1]) await publish(tx, counted, { n });
    });
    await publish(second().db, counted, { n: 3 });
    await vi.waitFor(() => expect(heard).toEqual(Array(3).fill([1, 2, 3])), patience);
  });

  itWorks('a commit that the database refuses sends nothing', async () => {
    const heard = listen();
    await sql`create table late (n int unique deferrable initially deferred)`.execute(first().db);
    undo.push(() => sql`drop table late`.execute(first().db));
    const refused = inTransaction(first().db, async (tx) => {
      await publish(tx, counted, { n: 1 });
      await sql`insert into late values (1), (1)`.execute(tx);
    });
    await expect(refused).rejects.toThrow('late');
    await publish(first().db, counted, { n: 2 });
    await vi.waitFor(() => expect(heard).toEqual([[2], [2], [2]]), patience);
  });

  itWorks('a transaction that the database rolls back at its commit is not heard', async () => {
    const heard = listen();
    const failed = inTransaction(first().db, async (tx) => {
      await publish(tx, counted, { n: 1 });
      // Its failure is handled, and the transaction has failed all the same.
      return sql`select 1 / 0`.execute(tx).catch(() => 'handled');
    });
    await expect(failed).rejects.toThrow('rolled back instead of committed');
    await publish(first().db, counted, { n: 2 });
    await vi.waitFor(() => expect(heard).toEqual([[2], [2], [2]]), patience);
  });

  itWorks('what triggers of the database publish is heard too', async () => {
    const heard = listen();
    const text = JSON.stringify({ topic: counted.name, payload: { n: 7 } });
    await sql`select pg_notify(${channel}, ${text})`.execute(third().db);
    await vi.waitFor(() => expect(heard).toEqual([[7], [7], [7]]), patience);
  });

  itWorks('an event that is too large is refused where it is published', async () => {
    await expect(publish(first().db, counted, { n: 1, text: 'x'.repeat(8_000) })).rejects.toThrow(
      'too large',
    );
  });

  itWorks('the asked node answers, and no other one', async () => {
    const askedOf: string[] = [];
    for (const { id, events } of nodes) {
      const handler = ({ n, text = '' }: { n: number; text?: string | undefined }) => {
        askedOf.push(id);
        return { n: 2 * n, length: text.length };
      };
      undo.push(events.answer(double, handler));
    }
    expect(await first().events.ask(second().id, double, { n: 4 })).toEqual({ n: 8, length: 0 });
    expect(await second().events.ask(third().id, double, { n: 5 })).toEqual({ n: 10, length: 0 });
    expect(askedOf).toEqual([second().id, third().id]);
  });

  itWorks('a question of 900 kB is answered, and leaves nothing behind', async () => {
    undo.push(third().events.answer(double, ({ n, text = '' }) => ({ n, length: text.length })));
    const text = 'x'.repeat(900_000);
    // On a slow machine the time limit of an answer passes: asked again.
    await vi.waitFor(async () => {
      const asked = [1, 2, 3].map((n) => first().events.ask(third().id, double, { n, text }));
      expect(await Promise.all(asked)).toEqual([1, 2, 3].map((n) => ({ n, length: 900_000 })));
    }, patience);
    await vi.waitFor(async () => {
      const left = await sql`select 1 from node_messages`.execute(first().db);
      expect(left.rows).toEqual([]);
    }, patience);
  });

  itWorks('a node that is gone, fails or answers nonsense is no answer', async () => {
    const gone = first().events.ask(randomUUID(), double, { n: 1 });
    await expect(gone).rejects.toThrow(NoAnswer);
    // Nobody answers it there.
    await expect(first().events.ask(second().id, double, { n: 1 })).rejects.toThrow(NoAnswer);
    const fails = (): never => {
      throw new Error('as it happens');
    };
    undo.push(second().events.answer(double, fails));
    await expect(first().events.ask(second().id, double, { n: 1 })).rejects.toThrow('could not answer');
    undo.push(third().events.answer(double, () => ({ n: 'many' }) as never));
    await expect(first().events.ask(third().id, double, { n: 1 })).rejects.toThrow('could not answer');
    undo.push(third().events.answer(double, () => ({ n: 1, length: 1 })));
    await expect(first().events.ask(third().id, double, { n: 'many' } as never)).rejects.toThrow(NoAnswer);
  });

  itWorks('messages of strangers are dropped and counted, and nothing ends', async () => {
    const heard = listen();
    const before = second().events.figures().refused;
    const texts = [
      'hello',
      '[]',
      '{"topic":1}',
      JSON.stringify({ topic: counted.name, payload: { n: 'many' } }),
      JSON.stringify({ topic: 'bus_question', payload: { id: 'none' } }),
      JSON.stringify({ topic: 'bus_answer', payload: { id: randomUUID(), is_failed: false, answer: null } }),
      JSON.stringify({ topic: 'bus_beat', payload: {} }),
      JSON.stringify({ topic: 'nobody_knows_it', payload: {} }),
    ];
    if (server === undefined) {
      for (const to of [channel, channelOf(second().id)])
        for (const text of texts) await sql`select pg_notify(${to}, ${text})`.execute(first().db);
    } else {
      const stranger = await connect({ servers: server.url });
      const seen: string[] = [];
      stranger.subscribe('>', { callback: (_error, message) => void seen.push(message.subject) });
      await vi.waitFor(
        () => expect(seen.some((subject) => subject.endsWith('.events'))).toBe(true),
        patience,
      );
      const prefix = String(seen.find((subject) => subject.endsWith('.events'))).replace(/\.events$/, '');
      for (const subject of [`${prefix}.events`, `${prefix}.node.${second().id}`])
        for (const text of [...texts, new Uint8Array([0xff, 0xfe, 0])]) stranger.publish(subject, text);
      await stranger.drain();
    }
    await publish(first().db, counted, { n: 9 });
    await vi.waitFor(() => expect(heard).toEqual([[9], [9], [9]]), patience);
    expect(second().events.figures().refused - before).toBeGreaterThanOrEqual(8);
  });

  itWorks('a node that stops says so, and leaves no question open', async () => {
    const leaving = await startBusNode(database.url, { NATS_URL: server?.url });
    nodes.push(leaving);
    await whole();
    const goodbyes: string[] = [];
    if (server !== undefined) {
      const stranger = await connect({ servers: server.url });
      undo.push(() => stranger.close());
      stranger.subscribe('>', {
        callback: (_error, message) => {
          if (message.string().includes('"is_leaving":true')) goodbyes.push(message.string());
        },
      });
      await stranger.flush();
    }
    const asked = leaving.events.ask(randomUUID(), double, { n: 1 });
    const refused = expect(asked).rejects.toThrow(NoAnswer);
    await leaving.stop();
    await refused;
    nodes.pop();
    await whole();
    // peers.test.ts shows how the others read it.
    if (server !== undefined)
      await vi.waitFor(() => expect(String(goodbyes)).toContain(leaving.id), patience);
  });
});
