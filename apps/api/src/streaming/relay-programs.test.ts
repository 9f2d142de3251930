// Relays as programs: the real relay and the real agent as processes, and nodes of the API of which one is killed.
import { randomUUID } from 'node:crypto';
import { closeCodes } from '@pocketfleet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { type ApiProcess, spawnApiProcess } from '../../test/api-process.ts';
import { type Front, startFront } from '../../test/front.ts';
import type { ProgramProcess } from '../../test/program-process.ts';
import { placeForRelay, type RelayPlace } from '../../test/relay-process.ts';
import { awaitReady, rentPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { openSocket, type TestViewer } from '../../test/test-viewer.ts';
import { nothingBefore, startTestFleet, type TestFleet } from '../../test/watched-fleet.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const patience = { timeout: 60_000, interval: 50 };
const going = closeCodes.going_away.code;

let fleet: TestFleet;
let places: [RelayPlace, RelayPlace];
/** In front of the agents' ports of the node that is killed and of this one. */
let front: Front;
let nodePorts: number[];
let nodeEnv: Record<string, string>;
let agentPort: number;
let phone: string;
let token: string;
let userId: string;
let assignmentId: string;
const viewers: TestViewer[] = [];
const running: ProgramProcess[] = [];

beforeAll(async () => {
  places = [await placeForRelay(), await placeForRelay()];
  nodeEnv = {
    RELAY_KEYS: places.map(({ publicKey }) => publicKey).join(),
    RELAY_URLS: places.map(({ url }) => url).join(),
  };
  fleet = await startTestFleet(1, nothingBefore, nodeEnv);
  agentPort = await findFreePort();
  nodePorts = [agentPort, fleet.site.app.deps.config.agentPort];
  front = await startFront(nodePorts);
  await fleet.startAgent(`ws://127.0.0.1:${front.port}`);
  [phone = ''] = await awaitReady(fleet);
  userId = await createTestUser(fleet.site.db, 'ada');
  token = await fleet.site.signIn('ada', testPassword);
});
afterAll(async () => {
  await front?.stop();
  await fleet?.stop();
});
/** After a test that ends the rental, the phone is cleaned and rented again. */
beforeEach(async () => {
  const running = await sql`select 1 from assignments where state = 'active'`.execute(fleet.site.db);
  if (running.rows.length > 0) return;
  await awaitReady(fleet);
  assignmentId = await rentPhone(fleet, phone, userId);
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.socket.terminate();
  await Promise.all(running.splice(0).map((each) => each.kill()));
  await sql`delete from limit_windows`.execute(fleet.site.db);
});

async function startRelay(place: RelayPlace, env?: Record<string, string>): Promise<ProgramProcess> {
  const started = place.spawn(`ws://127.0.0.1:${front.port}`, env);
  running.push(started);
  await started.ready;
  return started;
}

const askForStream = () =>
  fleet.site.call('POST', `/api/devices/${phone}/stream/start`, {
    token,
    payload: { session_id: randomUUID() },
  });

/** As the page does: a ticket, and a socket where the answer says. It comes again when it is sent away. */
const watch = (): Promise<TestViewer> =>
  vi.waitFor(
    async () => {
      const { status, body } = await askForStream();
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      const viewer = openSocket(new URL(String(body['stream_url'])).host, phone, String(body['ticket']));
      viewers.push(viewer);
      const sentAway = viewer.closed.then((code) => Promise.reject(new Error(`closed with ${code}`)));
      await Promise.race([viewer.nextPicture(), sentAway]);
      sentAway.catch(() => undefined);
      return viewer;
    },
    { timeout: 90_000, interval: 250 },
  );

/** Something is done on the phone and seen: control and picture both work. */
async function touch(viewer: TestViewer): Promise<void> {
  const picture = viewer.nextPicture();
  const timer = setInterval(() => {
    viewer.send({ type: 'expand_notifications' });
    viewer.send({ type: 'collapse_panels' });
  }, 200);
  await Promise.race([picture, viewer.closed]).finally(() => clearInterval(timer));
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
}

const nodesOfSockets = async (): Promise<string[]> =>
  (await sql<{ node_id: string }>`select node_id from stream_sockets`.execute(fleet.site.db)).rows.map(
    ({ node_id }) => node_id,
  );

test('without a relay, a stream is refused in words, for a second', async () => {
  const answer = await askForStream();
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(answer.body['detail']).toContain('try again');
  expect(answer.headers['retry-after']).toBe('1');
});

test('a relay whose key or address the node doesn’t know is not let in', async () => {
  const [known] = places;
  const stranger = await placeForRelay();
  for (const [place, env] of [
    [stranger, {}],
    [known, { RELAY_URL: 'ws://127.0.0.1:9' }],
  ] as const) {
    const relay = place.spawn(`ws://127.0.0.1:${front.port}`, env);
    running.push(relay);
    await vi.waitFor(
      async () => expect(await place.status()).toEqual({ status: 'control plane away' }),
      patience,
    );
    await vi.waitFor(() => expect(relay.messages).toContainEqual({ waiting: 'the control plane' }), patience);
    expect(relay.messages).not.toContainEqual({ ready: true });
  }
});

test('pictures and touches go on while a node is killed, and another node takes the sockets over', async () => {
  const node: ApiProcess = spawnApiProcess({
    ...nodeEnv,
    DATABASE_URL: fleet.site.databaseUrl,
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(await findFreePort()),
    AGENT_PORT: String(agentPort),
    NODE_URL: `ws://127.0.0.1:${agentPort}`,
    PUBLIC_URL: fleet.site.app.deps.config.publicUrl,
  });
  running.push(node);
  await node.ready;
  await startRelay(places[0]);
  const viewer = await watch();
  await touch(viewer);
  const here = fleet.site.app.deps.node.id;
  expect(await nodesOfSockets()).not.toContain(here);
  await node.kill();
  await touch(viewer);
  await vi.waitFor(async () => expect(await nodesOfSockets()).toEqual([here]), patience);
  await touch(viewer);
  // The node that has taken over ends what may no longer be open.
  await endAssignment(fleet.site.app.deps, assignmentId);
  expect(await viewer.closed).toBe(closeCodes.assignment_ended.code);
  await vi.waitFor(async () => expect(await nodesOfSockets()).toEqual([]), patience);
});

test('sockets that ended while no node could be reached are closed when the link is back', async () => {
  await startRelay(places[0]);
  const viewer = await watch();
  await touch(viewer);
  const ports = nodePorts.splice(0);
  front.breakAll();
  await vi.waitFor(
    async () => expect(await places[0].status()).toEqual({ status: 'control plane away' }),
    patience,
  );
  // The event of the end has nobody who would pass it on.
  await endAssignment(fleet.site.app.deps, assignmentId);
  await touch(viewer);
  nodePorts.push(...ports);
  expect(await viewer.closed).toBe(closeCodes.assignment_ended.code);
});

test('a relay that can ask nobody for too long closes its viewers', async () => {
  await startRelay(places[0], { RELAY_AWAY_S: '1' });
  const viewer = await watch();
  const ports = nodePorts.splice(0);
  front.breakAll();
  expect(await viewer.closed).toBe(closeCodes.server_error.code);
  nodePorts.push(...ports);
  await touch(await watch());
});

test('after a relay was killed, viewers and hosts come back to the one that follows it', async () => {
  const relay = await startRelay(places[0]);
  const viewer = await watch();
  await relay.kill();
  await viewer.closed;
  await vi.waitFor(async () => expect((await askForStream()).status).toBe(503), patience);
  await vi.waitFor(async () => expect(await nodesOfSockets()).toEqual([]), patience);
  await startRelay(places[0]);
  await touch(await watch());
});

test('a relay that is drained sends its viewers to another one', async () => {
  const [one, two] = [await startRelay(places[0]), await startRelay(places[1])];
  const before = await watch();
  const first = new URL(before.socket.url).host;
  const [drained, stays] = first === places[0].address ? [one, two] : [two, one];
  const ended = drained.terminate();
  expect(await before.closed).toBe(going);
  const after = await watch();
  expect(new URL(after.socket.url).host).not.toBe(first);
  expect(await ended).toBe(0);
  await touch(after);
  expect(stays.isAlive()).toBe(true);
});

test('a relay that is drained alone keeps its viewers until another one is there', async () => {
  const one = await startRelay(places[0]);
  const viewer = await watch();
  const ended = one.terminate();
  await vi.waitFor(async () => expect(await places[0].status()).toEqual({ status: 'draining' }), patience);
  await vi.waitFor(async () => expect((await askForStream()).status).toBe(503), patience);
  await touch(viewer);
  await startRelay(places[1]);
  expect(await viewer.closed).toBe(going);
  expect(await ended).toBe(0);
  await touch(await watch());
});
