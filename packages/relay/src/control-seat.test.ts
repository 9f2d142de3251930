import { expect, test } from 'vitest';
import { ControlSeat, idleAfterMs } from './control-seat.ts';

function seatAt() {
  const time = { nowMs: 0 };
  return { time, seat: new ControlSeat<string>(() => time.nowMs) };
}

test('control belongs to the viewer that took it last', () => {
  const { seat } = seatAt();
  expect(seat.take('ada')).toBe(true);
  expect(seat.take('ada')).toBe(false);
  expect(seat.take('bob')).toBe(true);
  expect([seat.use('ada'), seat.use('bob'), seat.holder]).toEqual(['refused', 'held', 'bob']);
});

test('control is free after 30 seconds without use', () => {
  const { seat, time } = seatAt();
  seat.take('ada');
  time.nowMs = idleAfterMs;
  expect(seat.use('bob')).toBe('refused');
  expect(seat.use('ada')).toBe('held');
  time.nowMs += idleAfterMs;
  expect(seat.use('bob')).toBe('refused');
  time.nowMs += 1;
  expect(seat.use('bob')).toBe('taken');
  expect(seat.use('ada')).toBe('refused');
});

test('control is free when the controlling viewer leaves, and not when another viewer leaves', () => {
  const { seat } = seatAt();
  seat.take('ada');
  expect(seat.leave('bob')).toBe(false);
  expect(seat.leave('ada')).toBe(true);
  expect(seat.use('bob')).toBe('taken');
});
