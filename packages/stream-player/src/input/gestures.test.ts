import type { ControlMessage } from '@pocketfleet/stream-protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGestures, type PointerSample } from './gestures.ts';

const frameSize = { width: 720, height: 1600 };
const at = (x: number, y: number): PointerSample => ({
  position: { x, y, inside: true },
  pressure: 1,
  buttons: 0,
});

function recorded() {
  const sent: ControlMessage[] = [];
  const gestures = createGestures((message) => sent.push(message));
  const brief = () =>
    sent.map((m) => (m.type === 'touch' ? `${m.action} ${m.pointer} ${m.x},${m.y}` : m.type));
  return { sent, gestures, brief };
}

it('assigns a finger to each pointer, and uses it again once the pointer is up', () => {
  const { gestures, brief } = recorded();
  gestures.down(71, 'finger', at(1, 1), frameSize);
  gestures.down(72, 'finger', at(2, 2), frameSize);
  gestures.up(71, at(1, 1));
  gestures.down(73, 'finger', at(3, 3), frameSize);
  expect(brief()).toEqual(['down 0 1,1', 'down 1 2,2', 'up 0 1,1', 'down 0 3,3']);
});

it('pinches with two fingers that mirror each other', () => {
  const { gestures, brief } = recorded();
  gestures.down(1, 'finger', at(0, 0), frameSize, true);
  gestures.move(1, at(10, 20));
  gestures.up(1);
  expect(brief()).toEqual([
    'down 0 0,0',
    'down 1 65535,65535',
    'move 0 10,20',
    'move 1 65525,65515',
    'up 0 10,20',
    'up 1 65525,65515',
  ]);
});

it('refuses an eleventh finger, and a gesture that begins beside the video', () => {
  const { gestures, sent } = recorded();
  for (let i = 0; i < 10; i++) expect(gestures.down(i, 'finger', at(i, i), frameSize)).toBe(true);
  expect(gestures.down(10, 'finger', at(10, 10), frameSize)).toBe(false);
  gestures.cancelAll();
  const before = sent.length;
  const beside = { position: { x: 0, y: 0, inside: false }, pressure: 1, buttons: 0 };
  expect(gestures.down(11, 'finger', beside, frameSize)).toBe(false);
  expect(sent.length).toBe(before);
});

it('sends the end of a gesture with the frame size that it began with', () => {
  const { gestures, sent } = recorded();
  gestures.down(1, 'finger', at(5, 5), frameSize);
  gestures.down(2, 'finger', at(6, 6), { width: 1600, height: 720 });
  gestures.cancelAll();
  expect(sent.at(-2)).toMatchObject({ action: 'cancel', pictureWidth: 720 });
  expect(sent.at(-1)).toMatchObject({ action: 'cancel', pictureWidth: 1600 });
});

it('brings every finger up again, for any sequence of pointer events', () => {
  const step = fc.tuple(fc.constantFrom('down', 'pinch', 'move', 'up', 'cancel'), fc.nat(14), fc.nat(65535));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { gestures, sent } = recorded();
      for (const [kind, pointerId, x] of steps) {
        if (kind === 'down' || kind === 'pinch') {
          gestures.down(pointerId, 'finger', at(x, x), frameSize, kind === 'pinch');
        } else if (kind === 'move') gestures.move(pointerId, at(x, x));
        else if (kind === 'up') gestures.up(pointerId, at(x, x));
        else gestures.cancel(pointerId);
      }
      gestures.cancelAll();
      const down = new Set<number>();
      for (const message of sent) {
        if (message.type !== 'touch') continue;
        if (message.action === 'down') {
          expect(down.has(message.pointer)).toBe(false);
          down.add(message.pointer);
        } else {
          expect(down.has(message.pointer)).toBe(true);
          if (message.action !== 'move') down.delete(message.pointer);
        }
      }
      expect(down.size).toBe(0);
    }),
  );
});
