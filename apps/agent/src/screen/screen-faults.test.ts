// A screen that moves, readers that tell less or late, and a keyboard that is gone: what the answers say then.
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { type ScreenAction, type ScreenNode, screenReply } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { createTenantUser } from '../cleaning/android-users.ts';
import { DeviceScreen } from './device-screen.ts';
import { ScreenMemory } from './screen-memory.ts';

let lab: PhoneLab;
let phone: Phone;
let lane: LabRunner;
let user: number;
let screen: DeviceScreen;
let requests = 0;

beforeEach(async () => {
  lab = openLab();
  phone = await lab.addPhone();
  lane = lab.addRunner(phone.port);
  await expect.poll(() => lane.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  user = await lane.runner.withAdb((adb) => createTenantUser(adb, '12345678-0000'));
  screen = new DeviceScreen(lane.runner, user);
});
afterEach(() => lab.stop());

const run = (script: string): Promise<string> => runOn(phone, script);
const id = (): string => `q${++requests}`;

async function read() {
  const reply = screenReply.parse(
    await screen.answer({ type: 'read', id: id(), caller: 'a', view: 'outline' }),
  );
  return reply.reading ?? expect.fail('no reading');
}
async function act(action: ScreenAction, more: { generation?: number; is_program?: boolean } = {}) {
  const asked = { caller: 'a', generation: 1, action_id: null, ...more };
  const reply = await screen.answer({ type: 'action', id: id(), ...asked, action });
  return screenReply.parse(reply).result ?? expect.fail('no result');
}
async function show(name: string): Promise<ScreenNode[]> {
  await run(`monkey -p ${name} -c android.intent.category.LAUNCHER 1`);
  const until = { app: name, gone: false, idle: true, timeout_ms: 20_000 };
  const reply = await screen.answer({ type: 'wait', id: id(), caller: 'a', view: 'outline', until });
  expect(reply.matched).toBe(true);
  return reply.reading?.nodes ?? [];
}
const type = (text: string): ScreenAction => ({ action: 'type', text, replace: false });

test('a target that moved between the reading and the touch is told as moved', async () => {
  const nodes = await show('com.android.feed');
  const like = nodes.find(({ label }) => /^like/i.test(label)) ?? expect.fail('nothing to like');
  // The next reading is the one of before; meanwhile the list has moved.
  await read();
  await phone.setFaults({ screenReader: 'stale' });
  // It returns when the list has come to rest.
  await run('input swipe 540 1700 540 1300 300; sleep 0.7');
  const result = await act({ action: 'tap', ref: like.ref });
  expect(result).toMatchObject({ done: true, why: 'moved' });
});

test('a late reading changes nothing about what is answered', async () => {
  await show('com.android.notes');
  await phone.setFaults({ screenReader: 'stale' });
  const result = await act(type('fresh'));
  expect(result).toMatchObject({ done: true, confirmed: 'confirmed' });
  expect(result.changed.join('\n')).toContain('fresh');
});

test('a reader that leaves something out is told as truncated', async () => {
  await show('com.android.settings');
  expect((await read()).truncated).toBe(false);
  await phone.setFaults({ screenReader: 'truncated' });
  expect((await read()).truncated).toBe(true);
});

test('where the tenant’s keyboard is gone after the typing, the phone’s own one comes back, and never ours stays', async () => {
  await show('com.android.notes');
  await run(`settings --user ${user} put secure default_input_method com.gone/.Keyboard`);
  const result = await act(type('é'));
  expect(result.done).toBe(true);
  const keyboard = (await run(`settings --user ${user} get secure default_input_method`)).trim();
  expect(keyboard).toBe('com.android.inputmethod.latin/.LatinIME');
});

test('a program that has the phone again is told what changed before it acts; a person is not held up', async () => {
  const [note] = (await show('com.android.notes')).filter(({ role }) => role === 'field');
  const into = { action: 'type', ref: note?.ref, replace: false } as const;
  expect((await act({ ...into, text: 'one' }, { is_program: true })).done).toBe(true);
  await screen.answer({
    type: 'action',
    id: id(),
    caller: 'person',
    generation: 2,
    action_id: null,
    action: { ...into, text: ' two' },
  });
  const told = await act({ ...into, text: ' three' }, { generation: 3, is_program: true });
  expect(told).toMatchObject({ done: false, why: 'seat_returned' });
  expect(told.changed.join('\n')).toContain('one two');
  expect((await act({ ...into, text: ' three' }, { generation: 3, is_program: true })).done).toBe(true);
  expect((await act({ ...into, text: '!' }, { generation: 4 })).done).toBe(true);
});

test('the screen’s memory of input by the picture: an older generation is refused for actions, too', async () => {
  await show('com.android.notes');
  screen.seat.enter(7);
  expect(await act({ action: 'press', key: 'home' }, { generation: 6 })).toMatchObject({ why: 'seat_lost' });
  expect((await act({ action: 'press', key: 'home' }, { generation: 7 })).done).toBe(true);
});

test('a stored secret stays hidden when the agent is started again', async () => {
  const [note] = (await show('com.android.notes')).filter(({ role }) => role === 'field');
  const memory = () => new ScreenMemory({ dataDir: lab.dir, identity: 'phone', user }, [Buffer.alloc(32, 7)]);
  screen.remember(memory());
  const typed = await screen.answer({
    type: 'action',
    id: id(),
    caller: 'a',
    generation: 1,
    action_id: null,
    action: { action: 'type', ref: note?.ref, text: 'open sesame', replace: false },
    secret: { apps: ['com.android.notes'], is_for_any_field: true },
  });
  expect(typed.result).toMatchObject({ done: true, confirmed: 'confirmed' });
  const valueNow = async () => (await read()).nodes.find(({ role }) => role === 'field')?.value;
  screen = new DeviceScreen(lane.runner, user);
  // What an agent without a memory would tell.
  expect(await valueNow()).toBe('open sesame');
  screen = new DeviceScreen(lane.runner, user);
  screen.remember(memory());
  expect(await valueNow()).toBe('(hidden)');
});
