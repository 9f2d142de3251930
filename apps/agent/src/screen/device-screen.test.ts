// Programs on a virtual phone: readings, waits, actions by ref and point, typing, and what each refusal says.
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { type ScreenAction, type ScreenNode, screenReply } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { openTenantScreen } from '../../test/tenant-screen.ts';
import { type DeviceScreen, screenOf } from './device-screen.ts';

const latin = 'com.android.inputmethod.latin/.LatinIME';
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
const open = (name: string): Promise<string> =>
  run(`monkey -p ${name} -c android.intent.category.LAUNCHER 1`);
const id = (): string => `q${++requests}`;

async function read(view: 'outline' | 'diff' | 'full' = 'outline', caller = 'a') {
  const reply = screenReply.parse(await screen.answer({ type: 'read', id: id(), caller, view }));
  return reply.reading ?? expect.fail('no reading');
}
async function act(
  action: ScreenAction,
  { generation = 1, action_id = null as string | null, caller = 'a' } = {},
) {
  const reply = await screen.answer({ type: 'action', id: id(), caller, generation, action_id, action });
  return screenReply.parse(reply).result ?? expect.fail('no result');
}
/** Waits until the app is there, then reads its screen. */
async function show(name: string): Promise<ScreenNode[]> {
  await open(name);
  const until = { app: name, gone: false, idle: true, timeout_ms: 20_000 };
  const reply = await screen.answer({ type: 'wait', id: id(), caller: 'a', view: 'outline', until });
  expect(reply.matched).toBe(true);
  return reply.reading?.nodes ?? [];
}
const refOf = (nodes: readonly ScreenNode[], label: RegExp | string): string =>
  nodes.find((node) => (typeof label === 'string' ? node.label === label : label.test(node.label)))?.ref ??
  expect.fail(`no ${label} in ${nodes.map((node) => node.label).join(' | ')}`);
const type = (text: string, more: { ref?: string; replace?: boolean } = {}): ScreenAction => ({
  action: 'type',
  text,
  replace: false,
  ...more,
});
const keyboard = (): string | undefined => phone.world.settings.get('secure', 'default_input_method', user);
const noteText = async (): Promise<string> =>
  String(
    Buffer.from(
      await phone.world.files.readFile(`/storage/emulated/${user}/Documents/note.txt`).catch(() => ''),
    ),
  );

test('a tap by ref is answered with what changed, and the screen is another one', async () => {
  const nodes = await show('com.android.settings');
  const result = await act({ action: 'tap', ref: refOf(nodes, /^Network/) });
  expect(result).toMatchObject({ done: true, why: null, settled: true, confirmed: null });
  expect(result.text).toContain('Bluetooth');
  const back = await act({ action: 'press', key: 'back' });
  expect(back.text).toContain('About phone');
});

test('whether a switch is on is unknown, unless everything is asked for', async () => {
  const settings = await show('com.android.settings');
  await act({ action: 'tap', ref: refOf(settings, /^Network/) });
  const { nodes } = await read();
  const ref = refOf(nodes, /^Bluetooth/);
  const stateOf = async (view: 'outline' | 'full') =>
    (await read(view)).nodes.find((node) => node.ref === ref)?.states;
  expect(await read()).toMatchObject({ services_off: true, problem: null });
  expect(await stateOf('outline')).toEqual(['unknown']);
  expect(await stateOf('full')).toEqual(['checked']);
  expect((await read('diff')).text).toBe('nothing changed');
  const switched = await act({ action: 'tap', ref });
  expect(switched).toMatchObject({ done: true, detail: '' });
  expect(switched.changed.join('\n')).toMatch(
    new RegExp(`^~ ${ref} switch "Bluetooth.*\\[unchecked\\]$`, 'm'),
  );
  expect(await stateOf('full')).toEqual(['unchecked']);
  expect(await stateOf('outline')).toEqual(['unknown']);
  const { x, y } = nodes.find((node) => node.ref === ref)?.rect ?? expect.fail('no row');
  const byPoint = await act({ action: 'tap', x: x + 10, y: y + 10 });
  expect(byPoint.changed.join('\n')).toMatch(/switch "Bluetooth.*\[checked\]$/m);
});

test('a point is tapped where it is, also without a ref', async () => {
  const nodes = await show('com.android.settings');
  const { rect } = nodes.find(({ label }) => label.startsWith('Display')) ?? expect.fail('no row');
  const { done, text } = await act({ action: 'tap', x: rect.x + 10, y: rect.y + rect.height - 5 });
  expect(done).toBe(true);
  expect(text).toMatch(/Dark theme|Brightness/i);
});

test('a list is swiped by direction, and rows keep their names', async () => {
  const before = await show('com.android.feed');
  const list = before.find(({ role }) => role === 'list') ?? expect.fail('no list');
  const result = await act({ action: 'swipe', ref: list.ref, direction: 'up', duration_ms: 300 });
  expect(result).toMatchObject({ done: true, settled: true });
  const after = await read();
  const kept = after.nodes.filter((node) =>
    before.some(({ ref, label }) => ref === node.ref && label === node.label),
  );
  expect(kept.length).toBeGreaterThan(0);
  // Over the middle of the screen.
  const again = await act({ action: 'swipe', direction: 'up', duration_ms: 300 });
  expect(again).toMatchObject({ done: true });
  expect([...again.changed, again.text].join()).not.toBe('nothing changed');
});

test('apps are opened and closed by name, and an app that isn’t there is told', async () => {
  await show('com.android.settings');
  expect((await act({ action: 'open_app', app: 'com.android.notes' })).text).toContain(
    'app com.android.notes',
  );
  expect((await act({ action: 'close_app', app: 'com.android.notes' })).done).toBe(true);
  expect(await act({ action: 'open_app', app: 'com.example.missing' })).toMatchObject({
    done: false,
    why: 'app_missing',
  });
});

describe('refuses', () => {
  test('a ref that is gone, with the nearest others, and nothing is touched', async () => {
    const nodes = await show('com.android.settings');
    const ref = refOf(nodes, /^Network/);
    await open('com.android.deskclock');
    for (let turn = 0; turn < 4; turn++) await read('outline', 'b');
    const result = await act({ action: 'tap', ref });
    expect(result).toMatchObject({ done: false, why: 'gone', changed: [] });
    expect(result.nodes.length).toBeGreaterThan(0);
  });

  test('a ref of another phone or of nobody', async () => {
    await show('com.android.settings');
    expect(await act({ action: 'tap', ref: 'n1' })).toMatchObject({ done: false, why: 'gone', nodes: [] });
  });

  test('an older generation of the seat', async () => {
    await show('com.android.settings');
    expect((await act({ action: 'press', key: 'home' }, { generation: 3 })).done).toBe(true);
    expect(await act({ action: 'press', key: 'home' }, { generation: 2 })).toMatchObject({
      done: false,
      why: 'seat_lost',
    });
  });

  test('typing into what is no field', async () => {
    const nodes = await show('com.android.settings');
    expect(await act(type('x', { ref: refOf(nodes, /^Network/) }))).toMatchObject({
      done: false,
      why: 'not_a_field',
    });
  });

  test('a tap without a target', async () => {
    await show('com.android.settings');
    expect(await act({ action: 'tap' })).toMatchObject({ done: false, why: 'no_target' });
    expect(await act({ action: 'tap', x: 5, y: 16_000 })).toMatchObject({
      done: false,
      why: 'no_target',
      detail: expect.stringContaining('2400 pixels'),
    });
    expect(await act({ action: 'swipe', to_x: 5, to_y: 5, duration_ms: 300 })).toMatchObject({
      why: 'no_target',
    });
  });

  test('a ref while other automation holds the screen; a key goes on', async () => {
    const nodes = await show('com.android.settings');
    await lane.runner.screen?.release();
    phone.world.uiAutomation.connect('io.appium.uiautomator2.server');
    expect(await read()).toMatchObject({ problem: 'busy', busy: true, services_off: false, text: '' });
    expect(await act({ action: 'tap', ref: refOf(nodes, /^Network/) })).toMatchObject({
      done: false,
      why: 'busy',
    });
    expect(await act({ action: 'press', key: 'home' })).toMatchObject({ done: true, settled: null });
    expect(phone.world.android().screen.focusedActivity).toContain('launcher');
  });
});

test('an action id is done once, and its repeat gets the same result', async () => {
  await show('com.android.notes');
  const first = await act(type('once '), { action_id: 'k1' });
  expect(first).toMatchObject({ done: true, confirmed: 'confirmed' });
  expect(await act(type('once '), { action_id: 'k1' })).toEqual(first);
  const { nodes } = await read();
  expect(nodes.find(({ role }) => role === 'field')?.value).toBe('once ');
});

describe('typing', () => {
  test.each([
    ['ASCII, by keys', 'Hello, world! 42'],
    ['umlauts and emoji', 'Grüße 👋🏽 from Köln 👨‍👩‍👧'],
    ['Chinese, Arabic, Hindi, Korean', '你好 مرحبا नमस्ते 안녕'],
    ['line breaks', 'one\ntwo\nдва'],
  ])('%s is read back as it was typed', async (_name, text) => {
    const nodes = await show('com.android.notes');
    const ref = nodes.find(({ role }) => role === 'field')?.ref ?? expect.fail('no field');
    expect(await act(type(text, { ref }))).toMatchObject({
      done: true,
      why: null,
      confirmed: 'confirmed',
      detail: '',
    });
    expect(keyboard()).toBe(latin);
    await expect.poll(noteText).toBe(text);
  });

  test('it replaces what was there, and adds to it otherwise', async () => {
    await show('com.android.notes');
    await act(type('old'));
    expect((await act(type('new', { replace: true }))).confirmed).toBe('confirmed');
    expect((await act(type(' é'))).confirmed).toBe('confirmed');
    expect((await read()).nodes.find(({ role }) => role === 'field')?.value).toBe('new é');
  });

  test('a keyboard that types nothing is told as different, with what is there', async () => {
    await show('com.android.notes');
    await act(type('here'));
    await phone.setFaults({ screenReader: 'typing_lost' });
    const result = await act(type(' ünd more'));
    expect(result).toMatchObject({ done: true, confirmed: 'different', nodes: [{ value: 'here' }] });
    expect(keyboard()).toBe(latin);
  });

  test('the tenant’s own choice of the same keyboard types, and stays', async () => {
    await show('com.android.notes');
    const same = 'com.callstack.agentdevice.imehelper/.TestInputMethodService';
    await act(type('a'));
    await act(type('é'));
    await run(`ime enable --user ${user} ${same}; ime set --user ${user} ${same}`);
    expect(await act(type('ü'))).toMatchObject({ confirmed: 'confirmed', detail: '' });
    expect(keyboard()).toBe(same);
  });

  test('a keyboard of the tenant’s own comes back, also after the agent was killed while it typed', async () => {
    await show('com.android.notes');
    const ours = 'com.callstack.agentdevice.imehelper/.TestInputMethodService';
    await act(type('é'));
    // As it lies on the phone when the agent dies between the change and the way back.
    await run(
      `settings --user ${user} put secure pocketfleet_previous_keyboard ${latin}; ime enable --user ${user} ${ours}; ime set --user ${user} ${ours}`,
    );
    expect(keyboard()).toBe(ours);
    await phone.setFaults({ unplugged: true });
    await phone.setFaults({ unplugged: false });
    await expect.poll(keyboard, { timeout: 60_000 }).toBe(latin);
    await expect
      .poll(() => run(`settings --user ${user} get secure pocketfleet_previous_keyboard`))
      .toBe('none\n');
  });
});

test('a diff is against what the same caller saw', async () => {
  await show('com.android.notes');
  await read('outline', 'b');
  await act(type('x'));
  expect((await read('diff', 'b')).text).toMatch(/^~ n\d+ field = "x"/m);
  expect((await read('diff', 'b')).text).toBe('nothing changed');
});

test('a wait ends when the text comes, and says so when it doesn’t', async () => {
  await show('com.android.notes');
  const until = { text: 'HELLO', gone: false, idle: false, timeout_ms: 20_000 };
  const waiting = screen.answer({ type: 'wait', id: 'w', caller: 'a', view: 'outline', until });
  phone.world.android().screen.text('hello');
  expect(await waiting).toMatchObject({ id: 'w', matched: true });
  const never = { ...until, text: 'nowhere', timeout_ms: 0 };
  expect(
    await screen.answer({ type: 'wait', id: 'w', caller: 'a', view: 'outline', until: never }),
  ).toMatchObject({ matched: false });
  const gone = { ...until, text: 'nowhere', gone: true };
  expect(
    await screen.answer({ type: 'wait', id: 'w', caller: 'a', view: 'outline', until: gone }),
  ).toMatchObject({ matched: true });
});

test('the next tenant has a screen that knows nothing of this one', async () => {
  const mine = screenOf(lane.runner, user);
  expect(screenOf(lane.runner, user)).toBe(mine);
  expect(screenOf(lane.runner, user + 1)).not.toBe(mine);
});
