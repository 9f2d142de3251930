// What goes over the line to a phone's screen, with a fake socket.
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { FakeSocket } from '../../test/fake-socket.ts';
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
    lines.tellSeat('assignment', 4);
    await settled();
    expect(opened).toBe(0);
    const reading = lines.ask(place, { type: 'read', caller: 'a', view: 'outline' }, 1_000);
    await settled();
    lines.tellSeat('assignment', 5);
    await settled();
    const sent = socket.sent.map(
      (text) => JSON.parse(text as string) as { type: string; generation?: number },
    );
    expect(sent.map(({ type }) => type)).toEqual(types);
    expect(sent.find(({ type }) => type === 'seat')?.generation).toBe(knowsSeats ? 5 : undefined);
    socket.terminate();
    await expect(reading).rejects.toThrow('offline');
  },
);
