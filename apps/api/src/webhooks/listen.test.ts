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

type Message = {
  type: string;
  id?: string;
  resumed?: boolean;
  body?: string;
  headers?: Record<string, string>;
  secret?: string;
  cursor?: string;
};

async function listen(token: string, after?: string) {
  const payload = after === undefined ? {} : { after };
  const answer = await site.call('POST', '/api/webhooks/listen', { token, workspace: scene.team, payload });
  const ticket = String(answer.body['ticket']);
  const socket = new WebSocket(`ws://${address}/ws/webhooks`, ['pocketfleet', ticket]);
  sockets.push(socket);
  const messages: Message[] = [];
  const closed = { code: 0 };
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    closed.code = code;
  });
  return { messages, closed, ticket, socket };
}

const hello = (messages: Message[]) => vi.waitFor(() => expect(messages[0]?.type).toBe('hello'));

test('a listener hears an event as it happens, signed, and a ticket opens one socket', async () => {
  const { messages, ticket } = await listen(scene.owner.token);
  await hello(messages);
  const found = await sql<{
    id: string;
  }>`select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  await endAssignment(site.app.deps, found.rows[0]?.id ?? '');
  await vi.waitFor(() => expect(messages).toHaveLength(2));
  expect(JSON.parse(messages[1]?.body ?? '')).toMatchObject({ type: 'rental.ended' });
  expect(messages[1]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
  const again = new WebSocket(`ws://${address}/ws/webhooks`, ['pocketfleet', ticket]);
  sockets.push(again);
  const code = await new Promise((resolve) => again.on('close', resolve));
  expect(code).toBe(4401);
});

const announce = () => sql`select announce(${scene.team}, null, 'order.paid', '{}'::jsonb)`.execute(site.db);
/** Phones come and go in this team too. */
const eventsOf = (messages: Message[]) => messages.filter(({ body }) => body?.includes('order.paid'));

const nobodyListens = () =>
  vi.waitFor(async () => {
    const left = await sql`select 1 from webhook_listeners where left_at is null`.execute(site.db);
    expect(left.rows).toHaveLength(0);
  });

test('a listener that comes back hears what came meanwhile, and is told when some of it was not kept', async () => {
  const first = await listen(scene.owner.token);
  await hello(first.messages);
  await announce();
  await vi.waitFor(() => expect(eventsOf(first.messages)).toHaveLength(1));
  const last = eventsOf(first.messages)[0]?.id;
  first.socket.terminate();
  await nobodyListens();
  await announce();
  const second = await listen(scene.owner.token, last);
  await vi.waitFor(() => expect(eventsOf(second.messages)).toHaveLength(1));
  expect(second.messages[0]).toMatchObject({ type: 'hello', resumed: true });
  expect(eventsOf(second.messages)[0]?.id).not.toBe(last);

  second.socket.terminate();
  // Its leaving is noted, too, as the last time that somebody listened.
  await nobodyListens();
  await sql`update webhook_listeners set seen_at = seen_at - interval '6 minutes'`.execute(site.db);
  const third = await listen(scene.owner.token, last);
  await hello(third.messages);
  expect(third.messages).toMatchObject([{ type: 'hello', resumed: false }]);
});

/** Announces in a transaction that stays open until `commit` is called. */
async function announceSlowly(): Promise<{ commit(): Promise<void> }> {
  const announced = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const committed = site.db.transaction().execute(async (transaction) => {
    await sql`select announce(${scene.team}, null, 'order.paid', '{"late": true}'::jsonb)`.execute(
      transaction,
    );
    announced.resolve();
    await released.promise;
  });
  await Promise.race([announced.promise, committed]);
  return {
    async commit() {
      released.resolve();
      await committed;
    },
  };
}
const isLate = ({ body }: Message) => body?.includes('"late" : true') || body?.includes('"late": true');

test('an event whose transaction commits after that of a later one is heard, once', async () => {
  const { messages } = await listen(scene.owner.token);
  await hello(messages);
  const slow = await announceSlowly();
  await announce();
  await vi.waitFor(() => expect(eventsOf(messages)).toHaveLength(1));
  await slow.commit();
  await vi.waitFor(() => expect(eventsOf(messages).filter(isLate)).toHaveLength(1));
  await announce();
  await vi.waitFor(() => expect(eventsOf(messages)).toHaveLength(3));
});

test('an event that commits while its listener is away is heard when it comes back, and those of one transaction too', async () => {
  const first = await listen(scene.owner.token);
  await hello(first.messages);
  const slow = await announceSlowly();
  await sql`select announce(${scene.team}, null, 'order.paid', '{}'::jsonb) from generate_series(1, 250)`.execute(
    site.db,
  );
  await vi.waitFor(() => expect(eventsOf(first.messages)).toHaveLength(250));
  expect(new Set(first.messages.map(({ id }) => id)).size).toBe(first.messages.length);
  const heard = eventsOf(first.messages);
  first.socket.terminate();
  await nobodyListens();
  await slow.commit();
  // With the last one of 250, and with one from their middle.
  for (const [at, missing] of [
    [249, 1],
    [119, 131],
  ] as const) {
    const back = await listen(scene.owner.token, heard[at]?.id);
    await vi.waitFor(() => expect(eventsOf(back.messages)).toHaveLength(missing));
    expect(back.messages[0]?.resumed).toBe(true);
    expect(eventsOf(back.messages).filter(isLate)).toHaveLength(1);
    back.socket.terminate();
    await nobodyListens();
  }
});

test('the rest of a transaction is heard after one of its events, though a later transaction ended while it ran', async () => {
  const first = await listen(scene.owner.token);
  await hello(first.messages);
  await site.db.transaction().execute(async (transaction) => {
    const announceHere = () =>
      sql`select announce(${scene.team}, null, 'order.paid', '{}'::jsonb)`.execute(transaction);
    await announceHere();
    await sql`select pg_current_xact_id()`.execute(site.db);
    await announceHere();
    await announceHere();
  });
  await vi.waitFor(() => expect(eventsOf(first.messages)).toHaveLength(3));
  const [, second, third] = eventsOf(first.messages);
  first.socket.terminate();
  await nobodyListens();
  const back = await listen(scene.owner.token, second?.id);
  await vi.waitFor(() => expect(eventsOf(back.messages).map(({ id }) => id)).toEqual([third?.id]));
});

test('a line that was lost before it told anything is gone on with, also when it is lost again', async () => {
  await announce();
  const first = await listen(scene.owner.token);
  await hello(first.messages);
  const { cursor } = first.messages[0] ?? {};
  first.socket.terminate();
  await nobodyListens();
  // Nothing has happened yet when the line is lost for the second time, long after the first.
  const second = await listen(scene.owner.token, cursor);
  await hello(second.messages);
  expect(second.messages[0]?.resumed).toBe(true);
  await sql`update webhook_listeners set seen_at = seen_at - interval '6 minutes' where left_at is not null`.execute(
    site.db,
  );
  second.socket.terminate();
  await nobodyListens();
  await announce();
  const third = await listen(scene.owner.token, cursor);
  await vi.waitFor(() => expect(eventsOf(third.messages)).toHaveLength(1));
  expect(third.messages[0]?.resumed).toBe(true);
  third.socket.terminate();
  await nobodyListens();
  await sql`update webhook_listeners set seen_at = seen_at - interval '6 minutes'`.execute(site.db);
  const fourth = await listen(scene.owner.token, cursor);
  await hello(fourth.messages);
  expect(fourth.messages).toMatchObject([{ type: 'hello', resumed: false }]);
});

test('a cursor goes back no further than its own person has listened', async () => {
  const owner = await listen(scene.owner.token);
  await hello(owner.messages);
  const { cursor } = owner.messages[0] ?? {};
  await announce();
  await vi.waitFor(() => expect(eventsOf(owner.messages)).toHaveLength(1));
  const key = await member('admin');
  const other = await listen(key.token, cursor);
  await hello(other.messages);
  expect(other.messages).toMatchObject([{ type: 'hello', resumed: false }]);
});

test('an id that no event has begins with what comes next', async () => {
  const { messages } = await listen(scene.owner.token, `msg_${'0'.repeat(32)}`);
  await hello(messages);
  expect(messages[0]?.resumed).toBe(false);
});

test('a revoked key’s listener is closed', async () => {
  const key = await made({ permissions: ['webhooks'] });
  const { messages, closed } = await listen(key.key);
  await hello(messages);
  await revoke(key.id);
  await vi.waitFor(() => expect(closed.code).toBe(4404));
});

test('a listener without the permission gets no ticket', async () => {
  const user = await member('user');
  const answer = await site.call('POST', '/api/webhooks/listen', {
    token: user.token,
    workspace: scene.team,
  });
  expect(answer.status).toBe(403);
});
