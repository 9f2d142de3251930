import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionResult } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ActionJournal } from './action-journal.ts';
import { ActionResults } from './action-results.ts';
import { refusal } from './refusal.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pf-actions-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (): ActionJournal => new ActionJournal({ dataDir, identity: 'phone-1', user: 10 });
const file = (): string => join(dataDir, 'screens', readdirSync(join(dataDir, 'screens'))[0] ?? '');

test('the next program knows for ten minutes which actions were begun, and the file contains no names', () => {
  vi.useFakeTimers();
  open().begin('key-1\nbuy the tea');
  expect(open().wasBegun('key-1\nbuy the tea')).toBe(true);
  expect(open().wasBegun('key-2\nbuy the tea')).toBe(false);
  expect(readFileSync(file(), 'utf8')).not.toMatch(/tea|key-1/);
  vi.advanceTimersByTime(10 * 60_000);
  expect(open().wasBegun('key-1\nbuy the tea')).toBe(false);
});

test('a forgotten action is not begun, and may begin again', () => {
  const journal = open();
  journal.begin('a');
  journal.forget('a');
  expect(open().wasBegun('a')).toBe(false);
  journal.begin('a');
  expect(open().wasBegun('a')).toBe(true);
});

test('a line that was cut off counts for nothing, and the next one is whole', () => {
  open().begin('a');
  appendFileSync(file(), '\n+0123456789abc');
  open().begin('b');
  expect(['a', 'b'].map((name) => open().wasBegun(name))).toEqual([true, true]);
});

test('the file has a limit, and keeps the newest', () => {
  const journal = open();
  for (let at = 0; at < 13_000; at++) journal.begin(`action ${at}`);
  expect(readFileSync(file(), 'utf8').split('\n').length).toBeLessThanOrEqual(12_001);
  expect(open().wasBegun('action 12999')).toBe(true);
  expect(open().wasBegun('action 1')).toBe(false);
});

test('results have a limit in bytes; a repeat of an action whose result went is unknown, and not done again', async () => {
  const results = new ActionResults(3_000);
  const told: ActionResult = { ...refusal('failed', 'x'.repeat(1_000)), done: true, why: null };
  const work = vi.fn(async (begin: () => void) => {
    begin();
    return told;
  });
  const action = (at: number) => ({ caller: 'a', action_id: `${at}` });
  for (let at = 0; at < 5; at++) await results.keep(action(at), work);
  const whys = await Promise.all([0, 1, 2, 3, 4].map(async (at) => (await results.find(action(at)))?.why));
  expect(whys).toEqual(['unknown', 'unknown', 'unknown', null, null]);
});
