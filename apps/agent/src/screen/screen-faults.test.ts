// A screen that moves, readers that tell less or late, and a keyboard that is gone: what the answers say then.
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { type ScreenAction, type ScreenNode, screenReply } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { openTenantScreen } from '../../test/tenant-screen.ts';
import { DeviceScreen } from './device-screen.ts';
import { ScreenError } from './screen-error.ts';
import { ScreenMemory } from './screen-memory.ts';

let lab: PhoneLab;
let phone: Phone;
let lane: LabRunner;
let user: number;
let screen: DeviceScreen;
let requests = 0;

beforeEach(async () => {
  lab = openLab();
  ({ phone, lane, user, screen } = await openTenantScreen(lab));
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

test.each([
  ['is elsewhere now', 1300],
  ['has left the screen', 300],
])(
  'a target that was scrolled between the reading and the touch, and %s, is told as moved',
  async (_where, to) => {
    const nodes = await show('com.android.feed');
    const like = nodes.find(({ label }) => /^like/i.test(label)) ?? expect.fail('nothing to like');
    // The next reading is the one of before; meanwhile the list has moved.
    await read();
    await phone.setFaults({ screenReader: 'stale' });
    // It returns when the list has come to rest.
    await run(`input swipe 540 1700 540 ${to} 300; sleep 0.7`);
    const result = await act({ action: 'tap', ref: like.ref });
    expect(result).toMatchObject({ done: true, why: 'moved' });
  },
);

test('an icon that slides away with its drawer when its app opens is not told as missed', async () => {
  // On a busy machine nobody looks while the finger is down, and the slide may be taken for a miss.
  await vi.waitFor(
    async () => {
      await act({ action: 'press', key: 'home' });
      await run('input swipe 540 1700 540 700 200; sleep 0.7');
      const icons = (await read()).nodes.filter((node) => node.id === 'icon');
      const clock = icons.find(({ label }) => label === 'Clock') ?? expect.fail('no drawer');
      expect(await act({ action: 'tap', ref: clock.ref })).toMatchObject({ done: true, why: null });
      expect((await read()).app).toBe('com.android.deskclock');
    },
    { timeout: 60_000 },
  );
});

test('a touch of what a drawer has covered since the reading presses nothing, and is told as moved', async () => {
  const touch = vi.spyOn(phone.world.android().screen, 'touch');
  // On a busy machine nobody looks while the finger is down.
  await vi.waitFor(async () => {
    await phone.setFaults({ screenReader: null });
    await act({ action: 'press', key: 'home' });
    const { nodes } = await read();
    const search = nodes.find(({ label }) => label === 'Search') ?? expect.fail('nothing to search with');
    await phone.setFaults({ screenReader: 'stale' });
    // The drawer has a field in focus then, as after a hit.
    await run('input swipe 540 1700 540 1200 200; sleep 0.7');
    touch.mockClear();
    const result = await act({ action: 'tap', ref: search.ref });
    expect(result).toMatchObject({ why: 'moved', detail: expect.stringMatching(/without a press/) });
    expect(result.done).toBe(true);
  });
  // After a cancel, the `up` is for scrcpy alone: it lets go of the pointer.
  expect(touch.mock.calls.map(([action]) => action)).toEqual(['down', 'cancel', 'up']);
});

test('a row that is swiped moves because of it, and is not told as missed', async () => {
  const nodes = await show('com.android.feed');
  const like = nodes.find(({ label }) => /^like/i.test(label)) ?? expect.fail('nothing to like');
  const result = await act({ action: 'swipe', ref: like.ref, direction: 'up', duration_ms: 300 });
  expect(result).toMatchObject({ done: true, why: null });
});

test('a field that has left since the last reading is not typed into, and nothing is touched', async () => {
  const password = (await show('com.android.signin')).findLast(({ role }) => role === 'field');
  await read();
  await phone.setFaults({ screenReader: 'stale' });
  await run('monkey -p com.android.deskclock -c android.intent.category.LAUNCHER 1; sleep 0.7');
  const touch = vi.spyOn(phone.world.android().screen, 'touch');
  const result = await act({ action: 'type', ref: password?.ref, text: 'key', replace: false });
  expect(result).toMatchObject({ done: false, why: 'gone' });
  expect(touch).not.toHaveBeenCalled();
});

test('a field that was tapped and has no focus after that is told as missed, and nothing is typed', async () => {
  const password = (await show('com.android.signin')).findLast(({ role }) => role === 'field');
  vi.spyOn(phone.world.android().screen, 'touch').mockReturnValue(undefined);
  const result = await act({ action: 'type', ref: password?.ref, text: 'key', replace: false });
  expect(result).toMatchObject({ done: true, why: 'moved', confirmed: 'unconfirmed' });
  expect(result.detail).toContain('Nothing was typed');
  expect((await read()).nodes.find(({ ref }) => ref === password?.ref)?.value).toBe('');
});

test('a late reading changes nothing about what is answered', async () => {
  await show('com.android.notes');
  await phone.setFaults({ screenReader: 'stale' });
  const result = await act(type('fresh'));
  expect(result).toMatchObject({ done: true, confirmed: 'confirmed' });
  expect(result.changed.join('\n')).toContain('fresh');
});

test('where Android does not tell whether a switch is on, a touch of it is not said to have changed nothing', async () => {
  const settings = await show('com.android.settings');
  await act({ action: 'tap', ref: settings.find(({ label }) => label.startsWith('Network'))?.ref });
  const { nodes } = await read();
  vi.spyOn(lane.runner.screen ?? expect.fail('no reader'), 'withFreeScreen').mockRejectedValue(
    new ScreenError('busy', 'another automation holds the screen'),
  );
  const result = await act({
    action: 'tap',
    ref: nodes.find(({ label }) => label.startsWith('Bluetooth'))?.ref,
  });
  expect(result).toMatchObject({
    done: true,
    changed: [],
    detail: 'Whether the switch is on could not be read.',
  });
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
  // An agent without a memory would report this.
  expect(await valueNow()).toBe('open sesame');
  screen = new DeviceScreen(lane.runner, user);
  screen.remember(memory());
  expect(await valueNow()).toBe('(hidden)');
});

test('a watcher is told of a stored secret only when it is typed, so that a refused one makes no gap', async () => {
  const [note] = (await show('com.android.notes')).filter(({ role }) => role === 'field');
  const told: string[] = [];
  const leave = new AbortController();
  const watching = screen.watch(
    {
      onReading: () => undefined,
      onInput: () => undefined,
      onAction:
        () =>
        ({ why, done }) =>
          told.push(done ? 'done' : `refused: ${why}`),
      onSecret: (name) => told.push(`types ${name}`),
    },
    leave.signal,
  );
  const asked = { type: 'action', caller: 'a', generation: 1, action_id: null } as const;
  const action = { action: 'type', ref: note?.ref, text: 'open sesame', replace: false } as const;
  for (const apps of [['com.bank'], ['com.android.notes']])
    await screen.answer({
      ...{ ...asked, id: id(), action },
      secret: { name: 'Bank', apps, is_for_any_field: true },
    });
  leave.abort();
  await watching;
  expect(told).toEqual(['refused: wrong_app', 'types Bank', 'done']);
});
