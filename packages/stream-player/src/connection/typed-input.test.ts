import type { TypedNotice } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTypedInput, type TypedInput } from './typed-input.ts';

let typed: TypedInput;
let told: string[];
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [told, sent] = [[], []];
  typed = createTypedInput(({ outcome, text }: TypedNotice) => told.push(`${outcome} ${text}`));
});
afterEach(() => void vi.useRealTimers());

const text = (of: string): ControlMessage => ({ type: 'text', text: of });
const enter: ControlMessage = { type: 'key', action: 'down', keycode: 66, repeat: 0, metaState: 0 };
const send = (message: ControlMessage): void => {
  sent.push('text' in message ? message.text : message.type);
};

test('text that is typed while the connection is lost is sent by the next one, in its order', () => {
  for (const message of [text('한'), enter, text('글')]) typed.hold(message);
  vi.advanceTimersByTime(3_000);
  typed.flush(send);
  expect([sent, told]).toEqual([['한', 'key', '글'], []]);
});

test('text that was typed too long ago is not sent, but told', () => {
  for (const message of [text('한'), enter, text('글')]) typed.hold(message);
  vi.advanceTimersByTime(10_001);
  typed.flush(send);
  typed.hold(text('a'));
  typed.flush(send);
  expect([sent, told]).toEqual([['a'], ['failed 한글']]);
});

test('text that was sent and not answered before the loss is told, and not sent twice', () => {
  typed.note(text('a'));
  vi.advanceTimersByTime(1);
  const pingedAtMs = performance.now();
  typed.note(text('b'));
  vi.advanceTimersByTime(1);
  typed.note(text('c'));
  typed.confirm(pingedAtMs);
  typed.onLost();
  typed.onLost();
  typed.flush(send);
  expect([sent, told]).toEqual([[], ['unconfirmed bc']]);
});

test('where no connection follows, text that waits is told', () => {
  typed.hold(text('a'));
  typed.drop();
  typed.refuse(text('b'));
  expect(told).toEqual(['failed a', 'failed b']);
});
