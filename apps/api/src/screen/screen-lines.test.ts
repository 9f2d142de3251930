// The messages on the line to a phone's screen, with a fake socket.

import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createScreenLines } from './screen-lines.ts';

const place = { deviceId: 'device', assignmentId: 'assignment', expiresAt: null };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  [true, ['read', 'seat']],
  [false, ['read']],
])(
  'the phone of an open line is told who has it, if its agent knows that (%s)',
  async (knowsSeats, types) => {
    const socket = new FakeSocket();
    let opened = 0;
    const lines = createScreenLines({
      open: async () => {
        opened += 1;
        return socket as unknown as WebSocket;
      },
      knowsSeats: () => knowsSeats,
    });
    // Nobody acts on this phone through this node.
    lines.tellSeat('assignment', 4, null);
    await settled();
    expect(opened).toBe(0);
    const reading = lines.ask(place, { type: 'read', caller: 'a', view: 'outline' }, 1_000);
    await settled();
    lines.tellSeat('assignment', 5, null);
    await settled();
    const sent = socket.sent.map(
      (text) => JSON.parse(text as string) as { type: string; generation?: number; who?: null },
    );
    expect(sent.map(({ type }) => type)).toEqual(types);
    expect(sent.find(({ type }) => type === 'seat')?.generation).toBe(knowsSeats ? 5 : undefined);
    expect(sent.find(({ type }) => type === 'seat')?.who).toBe(knowsSeats ? null : undefined);
    socket.terminate();
    await expect(reading).rejects.toThrow('offline');
  },
);

test('a reply that can’t be read fails its own request, and the line goes on', async () => {
  const socket = new FakeSocket();
  const lines = createScreenLines({
    open: async () => socket as unknown as WebSocket,
    knowsSeats: () => true,
  });
  const ask = () => lines.ask(place, { type: 'read', caller: 'a', view: 'outline' }, 1_000);
  const [broken, whole] = [ask(), ask()];
  await settled();
  const [first, second] = socket.sent.map((text) => (JSON.parse(text as string) as { id: string }).id);
  const hear = (message: object) => socket.emit('message', Buffer.from(JSON.stringify(message)), false);
  hear({ id: first, reading: 'of another time' });
  await expect(broken).rejects.toMatchObject({ code: 'device_failed' });
  hear({ id: second, matched: true });
  expect(await whole).toMatchObject({ matched: true });
  socket.terminate();
});
