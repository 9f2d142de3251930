import { expect, it } from 'vitest';
import { batteryTone } from './battery-bar.tsx';

it.each([
  [100, 'green'],
  [70, 'green'],
  [69, 'yellow'],
  [30, 'yellow'],
  [29, 'red'],
  [0, 'red'],
] as const)('a battery at %d%% is %s', (percent, tone) => {
  expect(batteryTone(percent)).toBe(tone);
});
