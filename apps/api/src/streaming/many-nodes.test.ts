// Two API nodes on one PostgreSQL, one agent whose link the first of them holds.
import { randomUUID } from 'node:crypto';
import { closeCodes, maxDayFileBytes } from '@pocketfleet/contract';
import { createTransferShare, reservedBytes } from '@pocketfleet/relay';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { buses, isMissing, skipWithoutBus, startBus } from '../../test/buses.ts';
import { cutWithinMs } from '../../test/cut-within.ts';
import { awaitReady, rentPhone } from '../../test/rented-phone.ts';
import { type SecondNode, startSecondNode } from '../../test/second-node.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { openSocket, type TestViewer, ticketFor } from '../../test/test-viewer.ts';
import { nothingBefore, startTestFleet, type TestFleet } from '../../test/watched-fleet.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { deleteOldRows } from './streaming.ts';
import { createTransferLimit } from './transfer-limit.ts';

const patience = { timeout: 60_000, interval: 20 };
describe.each(buses)('nodes on %s', (name) => {
  let fleet: TestFleet;
  let second: SecondNode;
  let phone: string;
  let token: string;
  let assignmentId: string;
  const viewers: TestViewer[] = [];

  let bus: Awaited<ReturnType<typeof startBus>>;

  skipWithoutBus(name);
  beforeAll(async () => {
    if (isMissing(name)) return;
    bus = await startBus(name);
    fleet = await startTestFleet(1, nothingBefore, bus.env);
    await fleet.startAgent();
    second = await startSecondNode(fleet.site.databaseUrl, await findFreePort(), bus.env);
    [phone = ''] = await awaitReady(fleet);
    assignmentId = await rentPhone(fleet, phone, await createTestUser(fleet.site.db, 'ada'));
  });
  afterAll(async () => {
    await second?.stop();
    await fleet?.stop();
    await bus?.stop();
  });
  beforeEach(async () => {
    token = await fleet.site.signIn('ada', testPassword);
  });
  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.socket.terminate();
  });

  async function watch(address: string, session_id: string = randomUUID()): Promise<TestViewer> {
    const viewer = openSocket(address, phone, await ticketFor(fleet.site, token, phone, { session_id }));
    viewers.push(viewer);
    return viewer;
  }

  /** As the page does, it comes again when it is sent away: the first picture of a phone takes long on a busy machine. */
  const watchLive = (address: string): Promise<TestViewer> =>
    vi.waitFor(
      async () => {
        const viewer = await watch(address);
        const sentAway = viewer.closed.then((code) => Promise.reject(new Error(`closed with ${code}`)));
        await Promise.race([viewer.nextPicture(), sentAway]);
        sentAway.catch(() => undefined);
        return viewer;
      },
      { timeout: 90_000, interval: 250 },
    );

  test('a node without the agent’s link requests a channel through the node that has it', async () => {
    const viewer = await watchLive(second.address);
    const picture = viewer.nextPicture();
    viewer.send({ type: 'expand_settings' });
    await picture;
  });

  test('viewers on two nodes have one controller', async () => {
    const first = await watchLive(fleet.address);
    const other = await watchLive(second.address);
    await vi.waitFor(
      () => expect([first.role(), other.role()]).toEqual(['controlling', 'watching']),
      patience,
    );
    other.ask({ type: 'take_control' });
    await vi.waitFor(
      () => expect([first.role(), other.role()]).toEqual(['watching', 'controlling']),
      patience,
    );
    expect(first.notices.at(-1)).toMatchObject({ viewers: 2 });
    other.socket.close();
    await vi.waitFor(() => expect(first.notices.at(-1)).toMatchObject({ viewers: 1 }), patience);
  });

  test('a tab’s four sockets of a phone are counted over both nodes', async () => {
    const session = randomUUID();
    for (const address of [fleet.address, second.address, fleet.address, second.address]) {
      const viewer = await watch(address, session);
      await vi.waitFor(() => expect(viewer.notices.length).toBeGreaterThan(0), patience);
    }
    const fifth = await watch(second.address, session);
    expect(await fifth.closed).toBe(closeCodes.too_many.code);
  });

  test('a stream session on another node is reported as open, and can be stopped', async () => {
    const session_id = randomUUID();
    const viewer = await watch(second.address, session_id);
    await vi.waitFor(() => expect(viewer.notices.length).toBeGreaterThan(0), patience);
    const status = await fleet.site.call('GET', `/api/devices/${phone}/stream/status`, { token });
    expect(status.body).toEqual({ isActive: true });
    await fleet.site.call('POST', `/api/devices/${phone}/stream/stop`, { token, payload: { session_id } });
    expect(await viewer.closed).toBe(closeCodes.normal.code);
  });

  test('the daily transfer limit of a phone is shared by all nodes, and unused bytes are released', async () => {
    const share = (node: { db: typeof fleet.site.db }) =>
      createTransferShare(createTransferLimit({ db: node.db, log: fleet.site.app.deps.log }), phone);
    const [one, two] = [share(fleet.site), share(second.app.deps)];
    await sql`insert into transfer_days (device_id, day, bytes)
      values (${phone}, (app_now() at time zone 'UTC')::date, ${maxDayFileBytes - reservedBytes})`.execute(
      fleet.site.db,
    );
    expect(await one.take(1_000)).toBe(true);
    expect(await two.take(1_000)).toBe(false);
    one.close();
    const moved = async () =>
      (
        await sql<{ bytes: number }>`select bytes from transfer_days where device_id = ${phone}`.execute(
          fleet.site.db,
        )
      ).rows[0]?.bytes;
    await vi.waitFor(
      async () => expect(await moved()).toBe(maxDayFileBytes - reservedBytes + 1_000),
      patience,
    );
  });

  test('sockets of a node that is gone don’t count', async () => {
    const viewer = await watch(fleet.address);
    await vi.waitFor(() => expect(viewer.notices.length).toBeGreaterThan(0), patience);
    const gone = randomUUID();
    await sql`insert into nodes (node_id, url, beat_at)
      values (${gone}, 'ws://gone', clock_timestamp() - interval '10 seconds')`.execute(fleet.site.db);
    const session = randomUUID();
    await sql`insert into stream_sockets (node_id, user_id, device_id, assignment_id, session_id)
      select ${gone}, user_id, device_id, id, ${session} from assignments, generate_series(1, 4)
      where id = ${assignmentId}`.execute(fleet.site.db);
    const mine = await watch(second.address, session);
    await vi.waitFor(() => expect(mine.notices[0]).toMatchObject({ type: 'welcome' }), patience);
  });

  test('sockets are forgotten once their node is silent for a minute, and not in the first minute after a crash', async () => {
    const { db } = fleet.site;
    const node = randomUUID();
    await sql`insert into nodes (node_id, url, beat_at)
      values (${node}, 'ws://paused', clock_timestamp() - interval '30 seconds')`.execute(db);
    await sql`insert into stream_sockets (node_id, user_id, device_id, assignment_id, session_id, opened_at)
      select ${node}, user_id, device_id, id, gen_random_uuid(), app_now() - interval '5 minutes' from assignments
      where id = ${assignmentId}`.execute(db);
    const countLeft = async () => {
      await deleteOldRows({ db });
      const left = await sql`select 1 from stream_sockets where node_id = ${node}`.execute(db);
      return left.rows.length;
    };
    await sql`update nodes set started_at = started_at - interval '1 hour'`.execute(db);
    expect(await countLeft()).toBe(1);
    // A crash empties the table; the other nodes write their rows again.
    await sql`delete from nodes`.execute(db);
    await vi.waitFor(
      async () => expect((await sql`select 1 from nodes`.execute(db)).rows).toHaveLength(2),
      patience,
    );
    expect(await countLeft()).toBe(1);
    await sql`update nodes set started_at = started_at - interval '1 hour'`.execute(db);
    expect(await countLeft()).toBe(0);
  });

  test('an assignment that ends is over on both nodes at once', async () => {
    const both = [await watchLive(fleet.address), await watchLive(second.address)];
    const startedMs = performance.now();
    await endAssignment(second.app.deps, assignmentId);
    expect(await Promise.all(both.map((viewer) => viewer.closed))).toEqual([4405, 4405]);
    expect(performance.now() - startedMs).toBeLessThan(cutWithinMs);
  });
});
