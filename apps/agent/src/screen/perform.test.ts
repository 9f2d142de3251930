// The effects that an action leaves when somebody else gets the phone in the middle of it.
import { expect, test } from 'vitest';
import type { ControlSession } from '../scrcpy/control-session.ts';
import { type Performing, perform } from './perform.ts';
import { Seat, SeatLostError } from './seat.ts';

const display = { width: 1_000, height: 2_000 };
const place = { point: { x: 500, y: 1_000 }, display, size: display };

/** A phone whose seat is taken with its `takenAt`th input. */
function taken(takenAt: number) {
  const seat = new Seat();
  seat.enter(1);
  const inputs: string[] = [];
  const note = async (what: string): Promise<void> => {
    inputs.push(what);
    if (inputs.length === takenAt) seat.enter(2);
  };
  const control = {
    touch: (action: string) => note(action),
    text: (text: string) => note(`${text.length}`),
    key: () => note('key'),
  } as unknown as ControlSession;
  const checkSeat = () => seat.check(1);
  const performing = { control, checkSeat, user: 10, keyboardApk: undefined } as unknown as Performing;
  return { performing, inputs };
}

test('a long text stops after the piece in which the phone was taken', async () => {
  const { performing, inputs } = taken(2);
  const typing = perform(performing, { action: 'type', text: 'x'.repeat(10_000), replace: false }, undefined);
  await expect(typing).rejects.toThrow(SeatLostError);
  expect(inputs).toEqual(['300', '300']);
});

test.each(['tap', 'long_press'] as const)(
  'the finger of a %s leaves without a press where its target has gone meanwhile',
  async (action) => {
    for (const isAway of [false, true]) {
      const { performing, inputs } = taken(9);
      await perform(performing, { action }, { ...place, isAway: async () => isAway });
      expect(inputs).toEqual(['down', isAway ? 'cancel' : 'up']);
    }
  },
);

test('a swipe stops, and its finger leaves the screen', async () => {
  const { performing, inputs } = taken(3);
  const swiping = perform(performing, { action: 'swipe', direction: 'up', duration_ms: 300 }, place);
  await expect(swiping).rejects.toThrow(SeatLostError);
  expect(inputs).toEqual(['down', 'move', 'move', 'up']);
});

test('an action that begins when the phone is gone does nothing', async () => {
  const { performing, inputs } = taken(1);
  await performing.control.key(3);
  await expect(perform(performing, { action: 'press', key: 'home' }, undefined)).rejects.toThrow(
    SeatLostError,
  );
  expect(inputs).toEqual(['key']);
});

test('a secret that is too long for one piece of keys goes by the keyboard', async () => {
  const { performing, inputs } = taken(9);
  const type = (length: number) =>
    perform(
      { ...performing, secret: {} },
      { action: 'type', text: 'x'.repeat(length), replace: false },
      undefined,
    );
  await type(300);
  await expect(type(301)).rejects.toThrow('no typing keyboard');
  expect(inputs).toEqual(['300']);
});

test.each(['user\tpassword', 'one\ntwo'])(
  '%j goes by the keyboard, not as keys: those would leave the field or send it',
  async (text) => {
    const { performing, inputs } = taken(9);
    const typing = perform(performing, { action: 'type', text, replace: false }, undefined);
    // This host has none.
    await expect(typing).rejects.toThrow('no typing keyboard');
    expect(inputs).toEqual([]);
  },
);
