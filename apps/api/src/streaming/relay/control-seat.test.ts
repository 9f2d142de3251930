import { expect, test } from 'vitest';
import { ControlSeat, idleAfterMs } from './control-seat.ts';

function seatAt() {
  const time = { nowMs: 0 };
  return { time, seat: new ControlSeat<string>(() => time.nowMs) };
}

test('control belongs to the viewer that last took it', () => {
  const { seat } = seatAt();
  expect(seat.take('ada')).toBe(true);
  expect(seat.take('ada')).toBe(false);
  expect(seat.take('bob')).toBe(true);
  expect([seat.use('ada'), seat.use('bob'), seat.holder]).toEqual(['refused', 'held', 'bob']);
});

test('control that nobody has used for 30 seconds is free, and use keeps it', () => {
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

test('control of a viewer that has gone is free, and a watcher that goes frees nothing', () => {
  const { seat } = seatAt();
  seat.take('ada');
  expect(seat.leave('bob')).toBe(false);
  expect(seat.leave('ada')).toBe(true);
  expect(seat.use('bob')).toBe('taken');
});
