// The steps that a host remembers of a phone: what was done, by whom, never what was typed.
import type { ActionResult } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentSteps } from './recent-steps.ts';
import type { WatchedAction } from './screen-watcher.ts';

const scout = { kind: 'key', id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11', name: 'scout' } as const;
const ada = { kind: 'person', id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b12', name: 'ada' } as const;
const note = {
  ref: 'n7',
  role: 'field',
  label: 'Note',
  rect: { x: 0, y: 0, width: 100, height: 50 },
} as unknown as WatchedAction['target'];
const result = { done: true, why: null, confirmed: 'confirmed' } as ActionResult;
const type = (text: string, secretName?: string): WatchedAction => ({
  action: { action: 'type', ref: 'n7', text, replace: false },
  who: scout,
  target: note,
  secretName,
});

function finger(action: 'down' | 'up'): ControlMessage {
  const at = { x: 100, y: 100, pictureWidth: 100, pictureHeight: 200 };
  return { type: 'touch', action, pointer: 0, tool: 'finger', buttons: 1, pressure: 65_535, ...at };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('steps by calls and by hand are in the order of time, with who did them and what came of it', () => {
  const steps = new RecentSteps();
  steps.onInput(finger('down'), ada);
  vi.advanceTimersByTime(10);
  const end = steps.onAction(type('Doors open'));
  expect(steps.list()).toEqual([]);
  end(result);
  steps.onInput(finger('up'), ada);
  const listed = steps.list();
  expect(listed.map(({ action }) => [action.who?.name, action.action, action.by])).toEqual([
    ['ada', 'tap', 'hand'],
    ['scout', 'type', 'call'],
  ]);
  expect(listed[1]?.action).toMatchObject({ length: 10, target: { label: 'Note' }, confirmed: 'confirmed' });
  expect(JSON.stringify(listed)).not.toContain('Doors');
});

test('a secret is told by its name alone, without its length', () => {
  const steps = new RecentSteps();
  steps.onAction(type('Copper-Kite-7é', 'Bank'))(result);
  expect(steps.list()).toMatchObject([{ action: { is_secret: true, detail: 'Bank', length: null } }]);
  expect(JSON.stringify(steps.list())).not.toContain('Copper');
});

test('a hundred are kept, and text that was typed by hand comes when it is whole', () => {
  const steps = new RecentSteps();
  for (let n = 0; n < 120; n += 1) steps.onAction(type('x'.repeat(n + 1)))(result);
  expect(steps.list()).toHaveLength(100);
  expect(steps.list()[0]?.action.length).toBe(21);
  for (const text of ['he', 'y']) steps.onInput({ type: 'text', text }, ada);
  expect(steps.list().at(-1)?.action.who?.name).toBe('scout');
  vi.advanceTimersByTime(2_000);
  expect(steps.list().at(-1)?.action).toMatchObject({ action: 'type', length: 3, who: { name: 'ada' } });
  expect(steps.list().at(-1)?.age_ms).toBeGreaterThanOrEqual(0);
});
