// A member who is removed, or whose role gets less, loses what is open: apart from the browser, the whole product.
import { closeCodes, eventsTicket } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { openSocket, type TestViewer } from '../../test/test-viewer.ts';
import { addAuthenticator } from '../../test/use-factor-scene.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 20 };
let team: string;
let people = 0;
let member: { id: string; token: string };

beforeEach(async () => {
  const { site } = scene.fleet;
  people += 1;
  const id = await createTestUser(site.db, `member${people}`);
  member = { id, token: await site.signIn(`member${people}`, testPassword) };
  team = await createTestTeam(site.db, scene.userId);
  await addTestMember(site.db, team, { user_id: id, role: 'user', phones: [scene.phone] });
  await sql`update assignments set workspace_id = ${team} where state = 'active'`.execute(site.db);
});

const call = (token: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  scene.fleet.site.call(method, `/api${path}`, { token, workspace: team, ...(payload && { payload }) });

async function open(purpose: 'view' | 'control' | 'shell'): Promise<TestViewer> {
  const { body } = await call(member.token, 'POST', `/devices/${scene.phone}/stream/start`, { purpose });
  const what = purpose === 'shell' ? 'shell' : 'stream';
  const viewer = openSocket(scene.fleet.address, scene.phone, String(body['ticket']), { what });
  scene.viewers.push(viewer);
  await vi.waitFor(() => expect(viewer.socket.readyState).toBe(WebSocket.OPEN), patience);
  return viewer;
}

/** The events socket of one of the member's tabs. */
async function openTab(): Promise<{ closed: Promise<number> }> {
  const { body } = await call(member.token, 'POST', eventsTicket.path);
  const socket = new WebSocket(
    `ws://${scene.fleet.address}/ws/events`,
    ['pocketfleet', String(body['ticket'])],
    {
      origin: 'http://localhost:4000',
    },
  );
  const closed = new Promise<number>((done) => {
    socket.on('close', done);
  });
  await new Promise((done) => {
    socket.once('message', done);
  });
  return { closed };
}

test('a removed member’s picture, shell and tab are closed as not allowed, and nothing new opens', async () => {
  const [picture, shell, tab] = [await open('control'), await open('shell'), await openTab()];
  const startedMs = performance.now();
  expect((await call(scene.token, 'DELETE', `/workspaces/${team}/members/${member.id}`)).status).toBe(200);
  expect(await Promise.all([picture.closed, shell.closed, tab.closed])).toEqual([4403, 4403, 4403]);
  console.log(`all was closed after ${Math.round(performance.now() - startedMs)} ms`);
  const again = await call(member.token, 'POST', `/devices/${scene.phone}/stream/start`, { purpose: 'view' });
  expect(again.status).toBe(404);
});

test('a member who becomes a viewer loses shell and control, and may still watch', async () => {
  const [control, shell, picture] = [await open('control'), await open('shell'), await open('view')];
  await call(scene.token, 'PATCH', `/workspaces/${team}/members/${member.id}`, { role: 'viewer' });
  expect(await Promise.all([control.closed, shell.closed])).toEqual([4403, 4403]);
  expect(picture.socket.readyState).toBe(WebSocket.OPEN);
});

test('a phone that is taken from a member closes for them', async () => {
  const picture = await open('view');
  await call(scene.token, 'PATCH', `/workspaces/${team}/members/${member.id}`, { phones: [] });
  expect(await picture.closed).toBe(4403);
});

test('a ticket that was bought before the right was lost opens nothing after it', async () => {
  const buy = async (purpose: string) => {
    const { body } = await call(member.token, 'POST', `/devices/${scene.phone}/stream/start`, { purpose });
    return String(body['ticket']);
  };
  const [view, shell] = [await buy('view'), await buy('shell')];
  await call(scene.token, 'PATCH', `/workspaces/${team}/members/${member.id}`, { role: 'viewer' });
  const refused = openSocket(scene.fleet.address, scene.phone, shell, { what: 'shell' });
  expect(await refused.closed).toBe(closeCodes.not_allowed.code);
  await call(scene.token, 'DELETE', `/workspaces/${team}/members/${member.id}`);
  const gone = openSocket(scene.fleet.address, scene.phone, view);
  expect(await gone.closed).toBe(closeCodes.not_allowed.code);
  expect(gone.packets).toEqual([]);
});

test('a member without the second factor that the team requires loses picture and tab at once, with the reason', async () => {
  const [picture, tab] = [await open('view'), await openTab()];
  const { body } = await call(member.token, 'POST', `/devices/${scene.phone}/stream/start`, {
    purpose: 'view',
  });
  await addAuthenticator(scene.fleet.site, scene.token);
  const startedMs = performance.now();
  const set = await call(scene.token, 'POST', `/workspaces/${team}/second-factor`, { is_required: true });
  expect(set.status).toBe(200);
  const codes = await Promise.all([picture.closed, tab.closed]);
  expect(codes).toEqual([closeCodes.second_factor_needed.code, closeCodes.second_factor_needed.code]);
  expect(performance.now() - startedMs).toBeLessThan(1_500);
  const late = openSocket(scene.fleet.address, scene.phone, String(body['ticket']));
  expect(await late.closed).toBe(closeCodes.second_factor_needed.code);
});
