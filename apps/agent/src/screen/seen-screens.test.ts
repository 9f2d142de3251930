import type { ScreenNode } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { SeenScreens } from './seen-screens.ts';

const screen = (label: string) => ({ nodes: [{ label, value: null, hint: null } as ScreenNode] });
const callers = (count: number): string[] => Array.from({ length: count }, (_, at) => `caller ${at}`);

test('of many callers the last hundred keep what they saw', () => {
  const seen = new SeenScreens();
  for (const caller of callers(120)) seen.set(caller, screen('small'));
  expect(callers(120).filter((caller) => seen.has(caller))).toEqual(callers(120).slice(20));
});

test('large screens are kept for few callers, and the newest in any case', () => {
  const seen = new SeenScreens();
  for (const caller of callers(10)) seen.set(caller, screen('x'.repeat(4 * 1024 * 1024)));
  expect(callers(10).filter((caller) => seen.has(caller))).toEqual(callers(10).slice(7));
  seen.set('huge', screen('x'.repeat(20 * 1024 * 1024)));
  expect(seen.has('huge')).toBe(true);
  seen.set('next', screen('small'));
  expect([seen.has('huge'), seen.has('next')]).toEqual([false, true]);
});

test('a caller who has read again is as new as its last reading, and counts once', () => {
  const seen = new SeenScreens();
  for (const caller of ['a', 'b', 'a', 'a']) seen.set(caller, screen('x'.repeat(5 * 1024 * 1024)));
  seen.set('c', screen('x'.repeat(5 * 1024 * 1024)));
  seen.set('d', screen('x'.repeat(5 * 1024 * 1024)));
  expect(['a', 'b', 'c', 'd'].map((caller) => seen.has(caller))).toEqual([true, false, true, true]);
});
