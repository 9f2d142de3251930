import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdle, type Idle } from './idle.ts';
import { createPower, type Power } from './power.ts';
import { createTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;
let power: Power;
let idle: Idle;

beforeEach(() => {
  vi.useFakeTimers();
  world = createTestWorld([]);
  world.battery.charging = true;
  world.settings.set('system', 'screen_off_timeout', '60000');
  power = createPower(() => {});
  idle = createIdle({ settings: world.settings, battery: world.battery, power });
});

afterEach(() => {
  idle.stop();
  vi.useRealTimers();
});

test('the display goes off after the set time without input', () => {
  vi.advanceTimersByTime(59_000);
  idle.noteActivity();
  vi.advanceTimersByTime(59_000);
  expect(power.on).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(power.on).toBe(false);
});

test('with the setting, the display stays on while the phone charges', () => {
  world.settings.set('global', 'stay_on_while_plugged_in', '7');
  vi.advanceTimersByTime(600_000);
  expect(power.on).toBe(true);
  world.battery.charging = false;
  vi.advanceTimersByTime(60_000);
  expect(power.on).toBe(false);
});

test('the timeout is at least ten seconds', () => {
  world.settings.set('system', 'screen_off_timeout', '1');
  vi.advanceTimersByTime(9_999);
  expect(power.on).toBe(true);
  vi.advanceTimersByTime(1);
  expect(power.on).toBe(false);
});
