// Every websocket by everybody who has no right to it: whatever was offered, nothing but a close code comes back.
import { randomUUID } from 'node:crypto';
import { closeCodes } from '@pocketfleet/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endAssignment } from '../../src/assignments/assignments.ts';
import { sql } from '../../src/platform/database.ts';
import { hashSecret } from '../../src/platform/secrets.ts';
import { testPassword } from '../test-app.ts';
import { signInOperator } from '../test-operators.ts';
import { ticketFor } from '../test-viewer.ts';
import { useShop } from '../use-test-app.ts';
import { makeTenant, type Tenant } from './callers.ts';

/** The app's sockets by path pattern. A socket that is missing here fails the test. */
const served = vi.hoisted(() => ({ paths: [] as string[] }));
vi.mock('@pocketfleet/websockets', async (original) => {
  const real = await original<typeof import('@pocketfleet/websockets')>();
  return {
    ...real,
    createWebsockets: (...given: Parameters<typeof real.createWebsockets>) => {
      const sockets = real.createWebsockets(...given);
      return {
        ...sockets,
        onUpgrade: (route: Parameters<typeof sockets.onUpgrade>[0]) => {
          served.paths.push(route.path);
          sockets.onUpgrade(route);
        },
      };
    },
  };
});

const phoneSockets = ['stream', 'shell', 'files', 'adb', 'screen'] as const;
type PhoneSocket = (typeof phoneSockets)[number];
const purposes: Record<PhoneSocket, readonly string[]> = {
  stream: ['view', 'control'],
  shell: ['shell'],
  files: ['files'],
  adb: ['adb'],
  screen: ['screen'],
};

const origin = 'http://localhost:4000';
const shop = useShop(7);
let address: string;
let agentAddress: string;
let ada: Tenant;
let eve: Tenant;

beforeAll(async () => {
  address = new URL(shop.webhook.url).host;
  await shop.site.app.agents.listen({ host: '127.0.0.1', port: 0 });
  agentAddress = `127.0.0.1:${(shop.site.app.agents.server.address() as { port: number }).port}`;
  ada = await makeTenant(shop, 'ada');
  eve = await makeTenant(shop, 'eve');
});

type Outcome = { status: number } | { code: number; heard: number };

/** Status of a refused upgrade; else the close code, and how many messages came before it. */
function knock(
  url: string,
  offered: string[],
  headers: Record<string, string> = { origin },
): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, offered, { headers });
    let heard = 0;
    socket.on('message', () => {
      heard += 1;
    });
    socket.on('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0 });
      socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => resolve({ code, heard }));
  });
}

/** Opens a socket with a right ticket, whatever becomes of it. */
async function useUp(url: string, offered: string): Promise<void> {
  const socket = new WebSocket(url, ['pocketfleet', offered], { origin });
  await new Promise((resolve) => socket.once('message', resolve).once('close', resolve));
  socket.terminate();
}

const phoneUrl = (what: string, device: string) => `ws://${address}/ws/devices/${device}/${what}`;
const refused = { code: closeCodes.ticket_refused.code, heard: 0 };
const notAllowed = { code: closeCodes.not_allowed.code, heard: 0 };
const ended = { code: closeCodes.session_ended.code, heard: 0 };

async function ticket(what: PhoneSocket, tenant = ada, token?: string): Promise<string> {
  const purpose = purposes[what][0] ?? '';
  const signedIn = token ?? (await tenant.token());
  return ticketFor(shop.site, signedIn, tenant.ids.device, { purpose });
}

test('every socket that there is is in this matrix', () => {
  expect(served.paths.sort()).toEqual([
    '/agent/channels/{channelId}',
    '/agent/link',
    ...phoneSockets.toSorted().map((what) => `/ws/devices/{id}/${what}`),
    '/ws/events',
    '/ws/webhooks',
  ]);
});

describe.each(phoneSockets)('a phone’s %s socket', (what) => {
  const open = (offered: string, device = ada.ids.device) =>
    knock(phoneUrl(what, device), ['pocketfleet', offered]);

  test('takes nothing but a ticket for it', async () => {
    const token = await ada.token();
    const tunnel = await shop.site.call('GET', '/api/tunnel-domains', { token });
    const admin = await signInOperator(shop.site, `admin.${what}`, 'admin');
    const events = await shop.site.call('POST', '/api/events/ticket', { token });
    const secrets = {
      'a made-up ticket': 'A'.repeat(43),
      'an access token': token,
      'a tunnel token': String(tunnel.body['token']),
      'an operator’s session': admin.token() ?? '',
      'a ticket for live data': String(events.body['ticket']),
      'no ticket’s form': 'short',
    };
    for (const [kind, secret] of Object.entries(secrets)) {
      expect([kind, await open(secret)]).toEqual([kind, refused]);
    }
    expect(await knock(phoneUrl(what, ada.ids.device), ['pocketfleet'])).toEqual(refused);
    expect(
      await knock(`${phoneUrl(what, ada.ids.device)}?access_token=${token}&ticket=x`, ['pocketfleet']),
    ).toEqual(refused);
    const bearer = {
      origin,
      authorization: `Bearer ${token}`,
      cookie: `access_token=${token}; tunnel_token=${secrets['a tunnel token']}`,
    };
    expect(await knock(phoneUrl(what, ada.ids.device), ['pocketfleet'], bearer)).toEqual(refused);
  });

  test('takes a ticket once, and only for its phone', async () => {
    const used = await ticket(what);
    await useUp(phoneUrl(what, ada.ids.device), used);
    expect(await open(used)).toEqual(refused);
    expect(await open(await ticket(what), eve.ids.device)).toEqual(refused);
    expect(await open(await ticket(what), randomUUID())).toEqual(refused);
    expect(await open(await ticket(what), 'not-a-phone')).toEqual(refused);
    const stolen = await ticket(what);
    // Tried at the wrong phone, it is used up.
    await open(stolen, eve.ids.device);
    expect(await open(stolen)).toEqual(refused);
  });

  test('takes no ticket of another purpose', async () => {
    for (const other of phoneSockets.filter((each) => each !== what)) {
      for (const purpose of purposes[other]) {
        const wrong = await ticketFor(shop.site, await ada.token(), ada.ids.device, { purpose });
        expect([purpose, await open(wrong)]).toEqual([purpose, notAllowed]);
      }
    }
  });

  test('takes no ticket that is old, or whose sign-in has ended', async () => {
    const old = await ticket(what);
    const life = await sql<{ seconds: number }>`
      select round(extract(epoch from expires_at - created_at))::integer as seconds
      from stream_tickets where ticket_hash = ${hashSecret(old)}`.execute(shop.site.db);
    expect(life.rows).toEqual([{ seconds: 60 }]);
    await sql`update stream_tickets set created_at = app_now() - interval '2 minutes',
      expires_at = app_now() where ticket_hash = ${hashSecret(old)}`.execute(shop.site.db);
    expect(await open(old)).toEqual(refused);
    const token = await ada.token();
    const left = await ticket(what, ada, token);
    await sql`update credentials set revoked_at = app_now() where token_hash = ${hashSecret(token)}`.execute(
      shop.site.db,
    );
    expect(await open(left)).toEqual(ended);
  });

  test('takes no ticket of a customer who was suspended, or whose rental has ended', async () => {
    const tenant = await makeTenant(shop, `guest.${what}`);
    const before = await ticket(what, tenant);
    await sql`update users set suspended_at = app_now() where id = ${tenant.id}`.execute(shop.site.db);
    expect(await open(before, tenant.ids.device)).toEqual(ended);
    await sql`update users set suspended_at = null where id = ${tenant.id}`.execute(shop.site.db);
    const late = await ticket(what, tenant);
    await endAssignment(shop.site.app.deps, tenant.ids.assignment);
    const outcome = await open(late, tenant.ids.device);
    expect(outcome).toEqual({ code: closeCodes.assignment_ended.code, heard: 0 });
  });
});

describe.each([
  ['live data', '/ws/events', '/api/events/ticket', '/api/webhooks/listen'],
  ['webhooks', '/ws/webhooks', '/api/webhooks/listen', '/api/events/ticket'],
])('the socket for %s', (_, path, ticketCall, foreignTicketCall) => {
  const url = () => `ws://${address}${path}`;
  const ticketOf = async (token: string, call = ticketCall) =>
    String((await shop.site.call('POST', call, { token })).body['ticket']);

  test('takes nothing but a ticket of its own, once, while its sign-in lasts', async () => {
    const token = await ada.token();
    const tunnel = String((await shop.site.call('GET', '/api/tunnel-domains', { token })).body['token']);
    const foreign = await ticketOf(token, foreignTicketCall);
    const wrong = ['A'.repeat(43), token, tunnel, await ticket('stream'), foreign, 'x'];
    for (const offered of wrong) expect(await knock(url(), ['pocketfleet', offered])).toEqual(refused);
    const cookies = { origin, cookie: `access_token=${token}; tunnel_token=${tunnel}` };
    expect(await knock(url(), ['pocketfleet'], cookies)).toEqual(refused);
    const once = await ticketOf(token);
    const first = new WebSocket(url(), ['pocketfleet', once], { origin });
    await new Promise((resolve) => first.once('message', resolve));
    first.terminate();
    expect(await knock(url(), ['pocketfleet', once])).toEqual(refused);
    const left = await ticketOf(token);
    await shop.site.call('POST', '/api/auth/logout', { token });
    const outcome = await knock(url(), ['pocketfleet', left]);
    expect([refused, ended]).toContainEqual(outcome);
  });
});

describe('another site', () => {
  const others = ['https://evil.example', 'null', 'http://localhost:4001', 'http://localhost', 'file://', ''];
  test('opens no socket with a right ticket, and does not use it up', async () => {
    for (const what of phoneSockets) {
      const right = await ticket(what);
      for (const other of others) {
        const outcome = await knock(phoneUrl(what, ada.ids.device), ['pocketfleet', right], {
          origin: other,
        });
        expect([what, other, outcome]).toEqual([what, other, { status: 403 }]);
      }
      const kept = await sql`select 1 from stream_tickets where ticket_hash = ${hashSecret(right)}`.execute(
        shop.site.db,
      );
      expect(kept.rows).toHaveLength(1);
    }
    for (const other of others) {
      const outcome = await knock(`ws://${address}/ws/events`, ['pocketfleet'], { origin: other });
      expect([other, outcome]).toEqual([other, { status: 403 }]);
    }
  });
});

test('a program, which sends no Origin, opens a socket with a right ticket and with nothing else', async () => {
  for (const what of ['stream', 'adb'] as const) {
    const url = phoneUrl(what, ada.ids.device);
    expect([what, await knock(url, ['pocketfleet', 'A'.repeat(43)], {})]).toEqual([what, refused]);
    const right = await ticket(what);
    const socket = new WebSocket(url, ['pocketfleet', right]);
    // Let in, it gets a message, or hears that the phone is offline: no agent is connected.
    const code = await new Promise((resolve) => {
      socket.once('message', () => resolve(closeCodes.device_offline.code)).once('close', resolve);
    });
    socket.terminate();
    expect([what, code]).toEqual([what, closeCodes.device_offline.code]);
    expect(await knock(url, ['pocketfleet', right], {})).toEqual(refused);
  }
});

describe('the agents’ sockets', () => {
  test('are not for browsers', async () => {
    for (const path of ['/agent/link', `/agent/channels/${randomUUID()}`]) {
      const outcome = await knock(`ws://${agentAddress}${path}`, ['pocketfleet-channel', 'A'.repeat(43)]);
      expect([path, outcome]).toEqual([path, { status: 403 }]);
    }
  });

  test('a channel that nobody has asked for is refused, whatever is offered', async () => {
    const secrets = ['A'.repeat(43), await ada.token(), await ticket('stream')];
    for (const secret of secrets) {
      const url = `ws://${agentAddress}/agent/channels/${randomUUID()}`;
      expect(await knock(url, ['pocketfleet-channel', secret], {})).toEqual(notAllowed);
    }
  });

  test('are not on the customers’ port, nor theirs on the agents’', async () => {
    expect(await knock(`ws://${address}/agent/link`, [])).toEqual({ status: 404 });
    const elsewhere = `ws://${agentAddress}/ws/devices/${ada.ids.device}/stream`;
    expect(await knock(elsewhere, ['pocketfleet', await ticket('stream')], {})).toEqual({ status: 404 });
  });
});

test.each([
  ['as it is', (id: string) => id],
  ['in capitals', (id: string) => id.toUpperCase()],
])('the owner’s ticket opens the socket, with the phone’s id %s', async (_, spell) => {
  const device = spell(ada.ids.device);
  const token = await shop.site.signIn('ada', testPassword);
  const right = await ticketFor(shop.site, token, device, { purpose: 'view' });
  const socket = new WebSocket(phoneUrl('stream', device), ['pocketfleet', right], { origin });
  const first = await new Promise<Buffer | number>((resolve) =>
    socket.once('message', resolve).once('close', resolve),
  );
  expect(JSON.parse(first.toString())).toMatchObject({ type: 'welcome' });
  socket.terminate();
});
