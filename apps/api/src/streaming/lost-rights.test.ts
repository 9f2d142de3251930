// Tickets that were bought with a right, and are used when that is gone: refused with the reason, and told in the activity.
import { type ActivityRow, type CloseReason, closeCodes } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made, revoke, member } = useTeamWithKeys();
let address: string;
beforeAll(async () => {
  address = await site.listen();
});

const asOwner = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  site.call(method, `/api${path}`, {
    token: scene.owner.token,
    workspace: scene.team,
    ...(payload && { payload }),
  });

async function buy(token: string, purpose: string): Promise<string> {
  const sold = await site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
    token,
    workspace: scene.team,
    payload: { purpose },
  });
  expect(sold.status).toBe(200);
  return String(sold.body['ticket']);
}

/** The code with which a socket is closed that offers this ticket. */
function use(ticket: string, what: string): Promise<number> {
  const url = `ws://${address}/ws/devices/${scene.phone}/${what}`;
  const socket = new WebSocket(url, ['pocketfleet', ticket], { origin: 'http://localhost:4000' });
  return new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
}

async function toldRefusals(): Promise<ActivityRow[]> {
  const { body } = await site.call('GET', '/api/activity?kind=ticket.refused', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  return body['rows'] as ActivityRow[];
}

type Holder = { id: string; token: string };
const assistant = (): Promise<Holder> => member('user', [scene.phone]);
const robot = async (): Promise<Holder> => {
  const { id, key } = await made({ name: 'robot', permissions: ['watch', 'shell', 'adb'] });
  return { id, token: key };
};
const memberPath = ({ id }: Holder) => `/workspaces/${scene.team}/members/${id}`;

test.each<{
  what: string;
  holder: () => Promise<Holder>;
  lose: (holder: Holder) => Promise<unknown>;
  purpose: 'shell' | 'files' | 'adb' | 'screen';
  why: CloseReason;
}>([
  {
    what: 'whose key was revoked',
    holder: robot,
    lose: ({ id }) => revoke(id),
    purpose: 'shell',
    why: 'session_ended',
  },
  {
    what: 'of somebody with a lower role',
    holder: assistant,
    lose: (who) => asOwner('PATCH', memberPath(who), { role: 'viewer' }),
    purpose: 'files',
    why: 'not_allowed',
  },
  {
    what: 'of somebody from whom the phone was taken',
    holder: assistant,
    lose: (who) => asOwner('PATCH', memberPath(who), { phones: [] }),
    purpose: 'screen',
    why: 'not_allowed',
  },
  {
    what: 'of somebody who was removed',
    holder: assistant,
    lose: (who) => asOwner('DELETE', memberPath(who)),
    purpose: 'shell',
    why: 'not_allowed',
  },
  {
    what: 'of a key that was cut off',
    holder: robot,
    lose: ({ id }) => asOwner('POST', `/devices/${scene.phone}/seat/cut`, { kind: 'key', id }),
    purpose: 'adb',
    why: 'cut_off',
  },
  {
    what: 'of a rental that has ended',
    holder: assistant,
    lose: async () => {
      const found = await sql<{ id: string }>`select id from assignments where device_id = ${scene.phone}`;
      await endAssignment(site.app.deps, (await found.execute(site.db)).rows[0]?.id ?? '');
    },
    purpose: 'shell',
    why: 'assignment_ended',
  },
  {
    what: 'of somebody without the second factor that the team requires now',
    holder: assistant,
    lose: () =>
      sql`update workspaces set requires_second_factor = true where id = ${scene.team}`.execute(site.db),
    purpose: 'shell',
    why: 'second_factor_needed',
  },
])('a ticket $what opens nothing, and is told', async ({ holder, lose, purpose, why }) => {
  const who = await holder();
  const ticket = await buy(who.token, purpose);
  await lose(who);
  expect(await use(ticket, purpose)).toBe(closeCodes[why].code);
  await sql`update workspaces set requires_second_factor = false where id = ${scene.team}`.execute(site.db);
  expect(await toldRefusals()).toMatchObject([
    { who: { id: who.id }, phone: { id: scene.phone }, address: '127.0.0.1', details: { purpose, why } },
  ]);
  // A refused ticket is used up, and tells nothing more.
  expect(await use(ticket, purpose)).toBe(closeCodes.ticket_refused.code);
  expect(await toldRefusals()).toHaveLength(1);
});

test('a ticket of a key that comes from outside its networks is told, too', async () => {
  const { id, key } = await made({ permissions: ['watch'], networks: ['203.0.113.0/24'] });
  const sold = await site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
    token: key,
    payload: { purpose: 'view' },
    address: '203.0.113.7',
  });
  expect(await use(String(sold.body['ticket']), 'stream')).toBe(closeCodes.not_allowed.code);
  const details = { purpose: 'view', why: 'network' };
  expect(await toldRefusals()).toMatchObject([{ who: { id }, details }]);
});

test('a right ticket tells no refusal, and neither does one of another purpose', async () => {
  const ticket = await buy(scene.owner.token, 'shell');
  // There is no host: it is let in, and hears that the phone is offline.
  expect(await use(ticket, 'shell')).toBe(closeCodes.device_offline.code);
  const wrong = await buy(scene.owner.token, 'files');
  expect(await use(wrong, 'shell')).toBe(closeCodes.not_allowed.code);
  expect(await toldRefusals()).toEqual([]);
});
