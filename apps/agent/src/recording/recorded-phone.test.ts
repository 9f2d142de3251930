import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionResult } from '@pocketfleet/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceRunner } from '../device-runner.ts';
import { screenOf } from '../screen/device-screen.ts';
import { HiddenFields } from '../screen/outline/hidden-fields.ts';
import { ScreenError } from '../screen/screen-error.ts';
import { ScreenMemory } from '../screen/screen-memory.ts';
import type { ScreenWatcher } from '../screen/screen-watcher.ts';
import { RecordedPhone } from './recorded-phone.ts';
import type { RecordedPicture } from './recorded-picture.ts';

const key = Buffer.alloc(32, 7);
let dataDir: string;
let steps: string[];
let phone: RecordedPhone | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pf-recorded-phone-'));
  steps = [];
});
afterEach(() => {
  phone?.leave();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As after a restart of the agent: nothing is known of the screen. */
function connect(tenantUser: number): DeviceRunner {
  const captures = { bestWatched: () => undefined };
  const runner = { identity: 'phone', tenantUser, isUsable: () => true, captures, capture: () => ({}) };
  return runner as unknown as DeviceRunner;
}

function open(runner: DeviceRunner, memoryKey = key): RecordedPhone {
  const picture = { sink: undefined, follow: () => steps.push('picture'), leave: () => undefined };
  const watcher: ScreenWatcher = {
    onReading: () => undefined,
    onInput: () => undefined,
    onAction: ({ secretName }) => {
      steps.push(`types ${secretName}`);
      return ({ why }: ActionResult) => steps.push(`typed: ${why}`);
    },
  };
  phone = new RecordedPhone({
    deviceId: 'device',
    user: 10,
    dataDir,
    memoryKeys: [memoryKey.toString('base64')],
    runnerOf: () => runner,
    picture: picture as unknown as RecordedPicture,
    watcher,
    onSecrets: () => steps.push('secrets'),
    log: pino({ level: 'silent' }),
  });
  return phone;
}

function typeBeforeRestart(): void {
  const hidden = new HiddenFields();
  hidden.addSecret('open sesame', ['n7']);
  new ScreenMemory({ dataDir, identity: 'phone', user: 10 }, [key]).save(hidden.kept());
}

test('a secret that was typed before a restart of the agent is known before the first picture', () => {
  typeBeforeRestart();
  expect(open(connect(10)).follow()).toBe('there');
  expect(steps).toEqual(['secrets', 'picture']);
  expect(phone?.knowsHidden).toBe(true);
});

test('where what was kept can’t be read, anything on the screen may be a secret', () => {
  typeBeforeRestart();
  expect(open(connect(10), Buffer.alloc(32, 8)).follow()).toBe('there');
  expect(steps).toEqual(['secrets', 'picture']);
  expect(phone?.knowsHidden).toBe(false);
});

test('nothing is kept of a phone on which no secret was typed, and no other tenant is recorded', () => {
  expect(open(connect(10)).follow()).toBe('there');
  expect(steps).toEqual(['picture']);
  expect(open(connect(11)).follow()).toBe('other_tenant');
});

test('a secret that is being typed is reported before the first picture, and its end once', async () => {
  const runner = connect(10);
  const action = { action: 'type', text: 'open sesame', replace: false } as const;
  const secret = { apps: ['com.shop'], is_for_any_field: true, name: 'door' };
  const asked = {
    type: 'action',
    id: 'q',
    caller: 'a',
    generation: 1,
    action_id: null,
    action,
    secret,
  } as const;
  const reading = Promise.withResolvers<never>();
  const capture = vi.fn(() => reading.promise);
  Object.assign(runner, { screen: { capture } });
  const typed = screenOf(runner, 10).answer(asked);
  await vi.waitFor(() => expect(capture).toHaveBeenCalled());
  open(runner).follow();
  expect(steps).toEqual(['types door', 'picture']);
  reading.reject(new ScreenError('failed', 'gone'));
  await typed;
  expect(steps.slice(2)).toEqual([expect.stringMatching(/^typed: /)]);
});
