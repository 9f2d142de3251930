// Tickets from outside the networks of their key, and cut-offs of those who aren't of the workspace.
import { randomUUID } from 'node:crypto';
import { type ActivityRow, closeCodes } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made } = useTeamWithKeys();
let address: string;
beforeAll(async () => {
  address = await site.listen();
});

/** The code that a socket from here is closed with; the phone's host is away, so that it never stays open. */
async function closedWith(path: string, ticket: unknown): Promise<number> {
  const socket = new WebSocket(`ws://${address}${path}`, ['pocketfleet', String(ticket)], {
    origin: 'http://localhost:4000',
  });
  return new Promise((resolve, reject) => {
    socket.on('close', resolve);
    socket.on('error', reject);
    // A socket of events stays open where its ticket is right.
    socket.on('message', () => socket.close(1000));
  });
}

test('a key’s tickets open nothing from outside its networks', async () => {
  const codes = async (network: string, from: string) => {
    const { key } = await made({ name: network, permissions: ['watch', 'webhooks'], networks: [network] });
    const buy = async (path: string, payload?: object) => {
      const sold = await site.call('POST', path, { token: key, address: from, ...(payload && { payload }) });
      expect(sold.status).toBe(200);
      return sold.body['ticket'];
    };
    const stream = `/api/devices/${scene.phone}/stream/start`;
    return [
      await closedWith(`/ws/devices/${scene.phone}/stream`, await buy(stream, { purpose: 'view' })),
      await closedWith('/ws/events', await buy('/api/events/ticket')),
      await closedWith('/ws/webhooks', await buy('/api/webhooks/listen', {})),
    ];
  };
  const refused = [
    closeCodes.not_allowed.code,
    closeCodes.ticket_refused.code,
    closeCodes.ticket_refused.code,
  ];
  expect(await codes('203.0.113.0/24', '203.0.113.7')).toEqual(refused);
  expect(await codes('127.0.0.0/8', '127.0.0.1')).not.toContain(closeCodes.not_allowed.code);
});

test('cutting off somebody who isn’t of the workspace stores nothing', async () => {
  const cut = (kind: string, id: string) =>
    site.call('POST', `/api/devices/${scene.phone}/seat/cut`, {
      token: scene.owner.token,
      workspace: scene.team,
      payload: { kind, id },
    });
  const stored = async () => {
    const found = await sql<{ kind: string; id: string }>`
      select c.kind, c.principal_id as id from cut_offs c join assignments a on a.id = c.assignment_id
      where a.device_id = ${scene.phone} order by 1`.execute(site.db);
    return found.rows;
  };
  const { id } = await made({ name: 'robot' });
  for (const kind of ['person', 'key', 'program', 'guest'])
    expect((await cut(kind, randomUUID())).status).toBe(200);
  // Its id as that of another kind.
  await cut('guest', id);
  expect(await stored()).toEqual([]);
  const cutOff = async () => {
    const query = { token: scene.owner.token, workspace: scene.team };
    const { body } = await site.call('GET', '/api/activity?kind=phone.cut_off', query);
    return (body['rows'] as ActivityRow[]).map(({ phone, details }) => [phone?.id, details]).reverse();
  };
  expect(await cutOff()).toEqual([]);
  // Nobody has the phone: who is cut off is told in any case.
  await cut('key', id);
  await cut('person', scene.owner.id);
  expect(await cutOff()).toEqual([
    [scene.phone, { name: 'robot' }],
    [scene.phone, { name: expect.stringMatching(/^person\d+$/) }],
  ]);
  expect(await stored()).toEqual([
    { kind: 'key', id },
    { kind: 'person', id: scene.owner.id },
  ]);
});
