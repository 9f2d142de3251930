// Events that neither way may have carried, and nodes that NATS doesn't reach: what is lost is noticed.
import { expect, vi } from 'vitest';
import { startCuttableFront } from '../../../test/front.ts';
import {
  areDegraded,
  areWhole,
  counted,
  expectNoRepeats,
  hears,
  patience,
  useNatsScene,
} from '../../../test/use-nats-scene.ts';
import { sql } from '../database.ts';
import { publish } from '../events.ts';

const { databaseUrl, itWorks, start, startServer, undo } = useNatsScene();

itWorks(
  'what neither NATS nor PostgreSQL takes arrives later, or its loss is noticed in the quiet after',
  async () => {
    const server = await startServer();
    const front = await startCuttableFront(databaseUrl());
    undo.push(front.stop);
    const [one, two] = [await start(server.url, front.url, databaseUrl()), await start(server.url)];
    await areWhole(one, two);
    await server.kill();
    await areDegraded(one, two);
    const warn = vi.spyOn(one.log, 'warn');
    front.cut();
    await publish(one.db, counted, { n: 1 });
    await vi.waitFor(() => expect(String(warn.mock.calls)).toContain('could not be sent through'), patience);
    // More than wait for PostgreSQL.
    for (let n = 2; n <= 1_200; n += 1) await publish(one.db, counted, { n });
    const gaps = two.gaps();
    front.mend();
    await hears(two, 1, 2, 900);
    await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(gaps), patience);
    expect(two.heard.length).toBeLessThan(1_200);
    expectNoRepeats(two);
  },
);

itWorks(
  'a node without NATS reads its state when it is there, and hears everything from then on',
  async () => {
    const server = await startServer();
    const one = await start(server.url);
    await areWhole(one);
    const two = await start(undefined);
    // This node has missed the events that went through NATS alone until it was seen.
    await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(0), patience);
    await publish(one.db, counted, { n: 1 });
    await publish(two.db, counted, { n: 2 });
    await hears(one, 1, 2);
    await hears(two, 1, 2);
    // Its heartbeat fails, and it still listens.
    const gaps = two.gaps();
    await sql`update nodes set beat_at = beat_at - interval '1 hour' where node_id = ${two.id}`.execute(
      one.db,
    );
    await sql`create function keep_old() returns trigger language plpgsql
    as $$ begin return old; end $$`.execute(one.db);
    undo.push(() => sql`drop function keep_old cascade`.execute(one.db));
    await sql`create trigger keep_old before update on nodes for each row
    when (old.beat_at < clock_timestamp() - interval '30 minutes') execute function keep_old()`.execute(
      one.db,
    );
    await vi.waitFor(() => expect(one.node.others()).toEqual([]), patience);
    await vi.waitFor(() => expect(one.events.warning()).toBeUndefined(), patience);
    await publish(one.db, counted, { n: 3 });
    await hears(two, 3);
    await sql`drop trigger keep_old on nodes`.execute(one.db);
    await vi.waitFor(() => expect(two.gaps()).toBeGreaterThan(gaps), patience);
  },
);
