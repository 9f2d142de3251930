// Tickets from outside the networks of their key.
import { closeCodes } from '@pocketfleet/contract';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';

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
