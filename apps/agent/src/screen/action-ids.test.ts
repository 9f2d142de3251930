// Names of actions on a virtual phone: each belongs to one action, whose result is kept; and waits that go on in pieces.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ScreenAction, screenReply } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { openTenantScreen } from '../../test/tenant-screen.ts';
import { ActionJournal } from './action-journal.ts';
import { DeviceScreen } from './device-screen.ts';
import { forgetScreens } from './screen-memory.ts';

let lab: PhoneLab;
let phone: Phone;
let lane: LabRunner;
let user: number;
let screen: DeviceScreen;
let requests = 0;

beforeEach(async () => {
  lab = openLab();
  ({ phone, lane, user, screen } = await openTenantScreen(lab));
  await act({ action: 'open_app', app: 'com.android.notes' }, {}, 'opener');
});
afterEach(() => lab.stop());

const id = (): string => `q${++requests}`;
type Named = { generation?: number; action_id?: string; action_hash?: string; is_program?: boolean };
async function act(action: ScreenAction, named: Named = {}, caller = 'a') {
  const request = { type: 'action', id: id(), caller, generation: 1, action_id: null, action } as const;
  return screenReply.parse(await screen.answer({ ...request, ...named })).result ?? expect.fail('no result');
}
const type = (text: string): ScreenAction => ({ action: 'type', text, replace: false });
async function read(view: 'outline' | 'diff' = 'outline', caller = 'reader') {
  const reply = screenReply.parse(await screen.answer({ type: 'read', id: id(), caller, view }));
  return reply.reading ?? expect.fail('no reading');
}
const note = async () => (await read()).nodes.find(({ role }) => role === 'field')?.value ?? '';
const home: ScreenAction = { action: 'press', key: 'home' };

test('an action id belongs to one action: another one under it is refused and not done', async () => {
  const first = { action_id: '1', action_hash: 'first' };
  const second = { action_id: '1', action_hash: 'second' };
  expect(await act(type('one '), first)).toMatchObject({ done: true });
  expect(await act(type('two '), second)).toMatchObject({ done: false, why: 'id_used' });
  expect(await note()).toBe('one ');
  const asked = { type: 'result_of', id: id(), caller: 'a', action_id: '1' } as const;
  expect(await screen.answer({ ...asked, action_hash: 'second' })).toMatchObject({
    result: { why: 'id_used' },
  });
  expect(await screen.answer({ ...asked, action_hash: 'first' })).toMatchObject({ result: { done: true } });
});

test('a program that is told of somebody else repeats its action under the same id, and it is done', async () => {
  const program = { is_program: true };
  expect((await act(type('mine '), { ...program, generation: 1 })).done).toBe(true);
  expect((await act(type('theirs '), { generation: 2 }, 'person')).done).toBe(true);
  const again = { ...program, generation: 3, action_id: 'again' };
  const told = await act(type('back'), again);
  expect(told).toMatchObject({ done: false, why: 'seat_returned' });
  expect(told.changed.join('\n')).toContain('mine theirs ');
  expect(await act(type('back'), again)).toMatchObject({ done: true });
  expect(await act(type('back'), again)).toMatchObject({ done: true });
  expect(await note()).toBe('mine theirs back');
});

test('an action that was refused before anything was done is tried anew under its id', async () => {
  const named = { action_id: 'tap' };
  const field = (await read('outline', 'a')).nodes.find(({ role }) => role === 'field') ?? expect.fail();
  const tap: ScreenAction = { action: 'tap', ref: field.ref };
  await act(home, {}, 'b');
  for (let turn = 0; turn < 4; turn++) await read();
  expect(await act(tap, named)).toMatchObject({ done: false, why: 'gone' });
  await act({ action: 'open_app', app: 'com.android.notes' }, {}, 'b');
  const now = (await read('outline', 'a')).nodes.find(({ role }) => role === 'field') ?? expect.fail();
  expect(await act({ ...tap, ref: now.ref }, named)).toMatchObject({ done: true });
});

test('an action that was stopped halfway is not done again under its id', async () => {
  const named = { action_id: 'long' };
  const swipe: ScreenAction = { action: 'swipe', x: 500, y: 900, direction: 'up', duration_ms: 3_000 };
  const touch = vi.spyOn(phone.world.android().screen, 'touch');
  const running = act(swipe, named);
  await vi.waitFor(() => expect(touch).toHaveBeenCalled(), { timeout: 20_000 });
  await screen.answer({ type: 'seat', id: id(), generation: 2 });
  expect(await running).toMatchObject({ done: false, why: 'seat_lost' });
  expect(await act(swipe, { ...named, generation: 3 })).toMatchObject({ done: false, why: 'seat_lost' });
});

describe('when the agent is started again', () => {
  const startAgain = (): void => {
    screen = new DeviceScreen(lane.runner, user);
    screen.keepActions(() => new ActionJournal({ dataDir: lab.dir, identity: 'phone', user }));
  };
  beforeEach(startAgain);

  test('an action whose answer was cut off is told as unknown, and is not done twice', async () => {
    const named = { action_id: 'cut', action_hash: 'one' };
    await act(type('once '), named);
    startAgain();
    expect(await act(type('once '), named)).toMatchObject({ done: false, why: 'unknown' });
    const asked = { type: 'result_of', id: id(), caller: 'a', action_id: 'cut' } as const;
    expect(await screen.answer(asked)).toMatchObject({ result: { why: 'unknown' } });
    expect(await note()).toBe('once ');
    // Names belong to those who gave them.
    expect(await act(type('theirs'), named, 'b')).toMatchObject({ done: true });
    expect(await note()).toBe('once theirs');
  });

  test('an action of which nothing was done is tried anew', async () => {
    const named = { action_id: 'refused' };
    expect(await act({ action: 'tap', ref: 'n1' }, named)).toMatchObject({ why: 'gone' });
    startAgain();
    expect(await act(type('done'), named)).toMatchObject({ done: true });
  });

  test('the names go with the tenant', async () => {
    const named = { action_id: 'kept' };
    await act(type('x'), named);
    forgetScreens(lab.dir, 'phone');
    startAgain();
    expect(await act(type('y'), named)).toMatchObject({ done: true });
  });

  test('where the name can’t be kept, a named action is not done, and one without a name is', async () => {
    rmSync(join(lab.dir, 'screens'), { recursive: true });
    expect(await act(type('named'), { action_id: 'full' })).toMatchObject({
      done: false,
      why: 'failed',
      detail: expect.stringContaining('it was not done'),
    });
    expect(await act(type('unnamed'))).toMatchObject({ done: true });
    expect(await note()).toBe('unnamed');
  });
});

test('a wait that goes on in pieces tells all that has changed since the caller’s last reading', async () => {
  await read('outline', 'waiter');
  await act(type('early'));
  const until = { text: 'nowhere', gone: false, idle: false, timeout_ms: 0 };
  const piece = { type: 'wait', caller: 'waiter', view: 'diff' } as const;
  const first = await screen.answer({ ...piece, id: id(), until, goes_on: true });
  expect(first).toMatchObject({ matched: false });
  const last = await screen.answer({ ...piece, id: id(), until: { ...until, text: 'early' } });
  expect(last).toMatchObject({ matched: true });
  expect(last.reading?.text).toMatch(/^~ n\d+ field = "early"/m);
});

test('the outline is no longer than the caller takes, in any view', async () => {
  await act(type('x'.repeat(1_200)));
  const asked = { type: 'read', caller: 'small' } as const;
  for (const view of ['outline', 'diff', 'full'] as const) {
    const { reading } = await screen.answer({ ...asked, id: id(), view, max_bytes: 1_024 });
    expect(Buffer.byteLength(reading?.text ?? '')).toBeLessThanOrEqual(1_024);
  }
});
