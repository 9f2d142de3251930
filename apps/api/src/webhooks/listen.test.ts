import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const { scene, site, member, made, revoke } = useTeamWithKeys();
let address = '';
beforeAll(async () => {
  address = await site.listen();
});
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

type Message = { type: string; body?: string; headers?: Record<string, string>; secret?: string };

async function listen(token: string) {
  const answer = await site.call('POST', '/api/webhooks/listen', { token, workspace: scene.team });
  const ticket = String(answer.body['ticket']);
  const socket = new WebSocket(`ws://${address}/ws/webhooks`, ['pocketfleet', ticket]);
  sockets.push(socket);
  const messages: Message[] = [];
  const closed = { code: 0 };
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    closed.code = code;
  });
  return { messages, closed, ticket };
}

const hello = (messages: Message[]) => vi.waitFor(() => expect(messages[0]?.type).toBe('hello'), 10_000);

test('a listener hears an event as it happens, signed, and a ticket opens one socket', async () => {
  const { messages, ticket } = await listen(scene.owner.token);
  await hello(messages);
  const found = await sql<{
    id: string;
  }>`select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  await endAssignment(site.app.deps, found.rows[0]?.id ?? '');
  await vi.waitFor(() => expect(messages).toHaveLength(2), 10_000);
  expect(JSON.parse(messages[1]?.body ?? '')).toMatchObject({ type: 'rental.ended' });
  expect(messages[1]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
  const again = new WebSocket(`ws://${address}/ws/webhooks`, ['pocketfleet', ticket]);
  sockets.push(again);
  const code = await new Promise((resolve) => again.on('close', resolve));
  expect(code).toBe(4401);
});

test('a revoked key’s listener is closed', async () => {
  const key = await made({ permissions: ['webhooks'] });
  const { messages, closed } = await listen(key.key);
  await hello(messages);
  await revoke(key.id);
  await vi.waitFor(() => expect(closed.code).toBe(4404), 10_000);
});

test('a listener without the permission gets no ticket', async () => {
  const user = await member('user');
  const answer = await site.call('POST', '/api/webhooks/listen', {
    token: user.token,
    workspace: scene.team,
  });
  expect(answer.status).toBe(403);
});
