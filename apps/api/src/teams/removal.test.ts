// A member who is removed, or whose role gets less, loses what is open: apart from the browser, the whole product. Here sockets
// close by the events of what ends, at once: the check of all sockets, which would close them within a second, comes hours later.
import { closeCodes, eventsTicket, type TicketPurpose } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { cutWithinMs } from '../../test/cut-within.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { openSocket, type TestViewer } from '../../test/test-viewer.ts';
import { addAuthenticator } from '../../test/use-factor-scene.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone({ socketChecksMs: 6 * 3_600_000 });
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

const call = (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  scene.fleet.site.call(method, `/api${path}`, { token, workspace: team, ...(payload && { payload }) });

/** Their first message comes from the relay or the phone without a question. */
const speaksFirst: ReadonlySet<string> = new Set(['view', 'control', 'shell', 'adb']);

/** `token` of a key or a guest, who name no team. */
async function open(
  purpose: Exclude<TicketPurpose, 'events' | 'webhooks'>,
  token?: string,
): Promise<TestViewer> {
  const { body } = await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
    ...(token === undefined ? { token: member.token, workspace: team } : { token }),
    payload: { purpose },
  });
  const what = purpose === 'view' || purpose === 'control' ? 'stream' : purpose;
  const viewer = openSocket(scene.fleet.address, scene.phone, String(body['ticket']), { what });
  scene.viewers.push(viewer);
  if (!speaksFirst.has(purpose)) {
    await vi.waitFor(() => expect(viewer.socket.readyState).toBe(WebSocket.OPEN), patience);
    return viewer;
  }
  // The phone has answered: from now on only the end of a right closes it.
  const heard = new Promise<string>((done) => {
    viewer.socket.once('message', () => done('heard'));
  });
  expect(await Promise.race([heard, viewer.closed.then((code) => `closed with ${code}`)])).toBe('heard');
  return viewer;
}

/** The events socket of one of the member's tabs, or a socket that hears the team's webhooks. */
async function openTab(
  path: string = eventsTicket.path,
  to = '/ws/events',
): Promise<{ closed: Promise<number> }> {
  const { body } = await call(member.token, 'POST', path, path === eventsTicket.path ? undefined : {});
  const socket = new WebSocket(`ws://${scene.fleet.address}${to}`, ['pocketfleet', String(body['ticket'])], {
    origin: 'http://localhost:4000',
  });
  const closed = new Promise<number>((done) => {
    socket.on('close', done);
  });
  await new Promise((done) => {
    socket.once('message', done);
  });
  return { closed };
}

/** The codes with which these close. */
async function codesOf(sockets: readonly { closed: Promise<number> }[]): Promise<number[]> {
  const startedMs = performance.now();
  const codes = await Promise.all(sockets.map(({ closed }) => closed));
  expect(performance.now() - startedMs).toBeLessThan(cutWithinMs);
  return codes;
}
const remove = async () =>
  expect((await call(scene.token, 'DELETE', `/workspaces/${team}/members/${member.id}`)).status).toBe(200);

test('a removed member’s sockets of every kind are closed as not allowed, and nothing new opens', async () => {
  await call(scene.token, 'PATCH', `/workspaces/${team}/members/${member.id}`, { role: 'admin' });
  const purposes = ['view', 'control', 'shell', 'files', 'adb', 'screen'] as const;
  const sockets = [await openTab(), await openTab('/webhooks/listen', '/ws/webhooks')];
  for (const purpose of purposes) sockets.push(await open(purpose));
  await remove();
  expect(await codesOf(sockets)).toEqual(sockets.map(() => 4403));
  const again = await call(member.token, 'POST', `/devices/${scene.phone}/stream/start`, { purpose: 'view' });
  expect(again.status).toBe(404);
});

test('keys and links of a removed member end with what they have open', async () => {
  await call(scene.token, 'PATCH', `/workspaces/${team}/members/${member.id}`, { role: 'admin' });
  const { key } = await makeTestKey(
    scene.fleet.site,
    member.token,
    { permissions: ['watch', 'control', 'shell', 'adb'], phones: [scene.phone] },
    team,
  );
  const link = await call(member.token, 'POST', '/share-links', {
    permission: 'control',
    phones: [scene.phone],
  });
  const linkToken = String(link.body['url']).split('/s/')[1];
  const joined = await scene.fleet.site.call('POST', '/api/share-links/join', {
    payload: { token: linkToken, name: 'Dana' },
  });
  const guest = String(joined.body['access_token']);
  const sockets = [await open('shell', key), await open('adb', key), await open('view', key)];
  sockets.push(await open('control', guest), await open('view', guest));
  await remove();
  const code = closeCodes.session_ended.code;
  expect(await codesOf(sockets)).toEqual(sockets.map(() => code));
  for (const token of [key, guest])
    expect((await scene.fleet.site.call('GET', '/api/phones', { token })).status).toBe(401);
  const opened = await scene.fleet.site.call('POST', '/api/share-links/open', {
    payload: { token: linkToken },
  });
  expect(opened.status).toBe(404);
});

test('a revoked key’s sockets and those of a guest who is cut off are closed by that', async () => {
  const { id, key } = await makeTestKey(
    scene.fleet.site,
    scene.token,
    { permissions: ['watch', 'shell'] },
    team,
  );
  const [picture, shell] = [await open('view', key), await open('shell', key)];
  await call(scene.token, 'DELETE', `/keys/${id}`);
  const code = closeCodes.session_ended.code;
  expect(await Promise.all([picture.closed, shell.closed])).toEqual([code, code]);
  const link = await call(scene.token, 'POST', '/share-links', {
    permission: 'watch',
    phones: [scene.phone],
  });
  const joined = await scene.fleet.site.call('POST', '/api/share-links/join', {
    payload: { token: String(link.body['url']).split('/s/')[1], name: 'Dana' },
  });
  const watching = await open('view', String(joined.body['access_token']));
  const { links } = (await call(scene.token, 'GET', '/share-links')).body as {
    links: { id: string; guests: { id: string }[] }[];
  };
  const guest = links.find((each) => each.id === link.body['id'])?.guests[0]?.id;
  await call(scene.token, 'DELETE', `/share-links/${link.body['id']}/guests/${guest}`);
  expect(await watching.closed).toBe(code);
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
  const set = await call(scene.token, 'POST', `/workspaces/${team}/second-factor`, { is_required: true });
  expect(set.status).toBe(200);
  const codes = await Promise.all([picture.closed, tab.closed]);
  expect(codes).toEqual([closeCodes.second_factor_needed.code, closeCodes.second_factor_needed.code]);
  const late = openSocket(scene.fleet.address, scene.phone, String(body['ticket']));
  expect(await late.closed).toBe(closeCodes.second_factor_needed.code);
});
