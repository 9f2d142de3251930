// Screens, refs and fields that go against what a caller expects: each is told as what it is, and nothing is touched in its place.
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { type ScreenAction, type ScreenNode, screenReply } from '@pocketfleet/contract';
import type { AndroidScreen } from '@pocketfleet/phone-parts';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { openTenantScreen } from '../../test/tenant-screen.ts';
import { type DeviceScreen, endScreen, screenOf } from './device-screen.ts';

const latin = 'com.android.inputmethod.latin/.LatinIME';
const ours = 'com.callstack.agentdevice.imehelper/.TestInputMethodService';
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
afterEach(async () => {
  vi.restoreAllMocks();
  await lab.stop();
});

const run = (script: string): Promise<string> => runOn(phone, script);
const id = (): string => `q${++requests}`;
const drawn = (): AndroidScreen => phone.world.android().screen;

async function read(view: 'outline' | 'full' = 'outline') {
  const reply = screenReply.parse(await screen.answer({ type: 'read', id: id(), caller: 'a', view }));
  return reply.reading ?? expect.fail('no reading');
}
async function act(action: ScreenAction) {
  const asked = { type: 'action', id: id(), caller: 'a', generation: 1, action_id: null, action } as const;
  return screenReply.parse(await screen.answer(asked)).result ?? expect.fail('no result');
}
async function show(name: string): Promise<ScreenNode[]> {
  await run(`monkey -p ${name} -c android.intent.category.LAUNCHER 1`);
  const until = { app: name, gone: false, idle: true, timeout_ms: 20_000 };
  const reply = await screen.answer({ type: 'wait', id: id(), caller: 'a', view: 'outline', until });
  expect(reply.matched).toBe(true);
  return reply.reading?.nodes ?? [];
}
const refOf = (nodes: readonly ScreenNode[], label: RegExp): string =>
  nodes.find((node) => label.test(node.label))?.ref ?? expect.fail(`no ${label}`);
const type = (text: string, ref?: string): ScreenAction => ({ action: 'type', ref, text, replace: false });

describe('a screen that shows no app', () => {
  test('while the display is off there is nothing to read or to touch, and the key wakes it', async () => {
    const ref = refOf(await show('com.android.settings'), /^Network/);
    drawn().setPower(false);
    const told = { display_off: true, locked: true };
    expect(await read()).toMatchObject({ problem: 'off', ...told, text: '', nodes: [] });
    const touch = vi.spyOn(drawn(), 'touch');
    expect(await act({ action: 'tap', ref })).toMatchObject({ done: false, why: 'off', ...told });
    expect(touch).not.toHaveBeenCalled();
    expect(await act({ action: 'press', key: 'power' })).toMatchObject({ done: true });
    expect(await read()).toMatchObject({ problem: null, display_off: false, locked: true });
  });

  test('the lock screen is told as such; what lies below it is gone, and not touched', async () => {
    const ref = refOf(await show('com.android.settings'), /^Network/);
    drawn().setPower(false);
    drawn().setPower(true);
    const reading = await read();
    expect(reading).toMatchObject({ problem: null, locked: true, app: 'com.android.systemui' });
    expect(reading.text).toContain('the phone is locked');
    expect(reading.nodes.map((node) => node.ref)).not.toContain(ref);
    const touch = vi.spyOn(drawn(), 'touch');
    const why = { why: 'gone', detail: 'The phone is locked.', locked: true };
    expect(await act({ action: 'tap', ref })).toMatchObject({ done: false, ...why });
    expect(touch).not.toHaveBeenCalled();
  });

  test('Android’s own panels are no lock screen', async () => {
    drawn().showPanel('notifications');
    expect(await read()).toMatchObject({ problem: null, locked: false, app: 'com.android.systemui' });
  });
});

test('a window of which pictures are forbidden has its tree, and the view `full` says that pictures are black', async () => {
  const nodes = await show('com.android.signin');
  expect(await read('full')).toMatchObject({ problem: null, secure: false });
  await phone.setFaults({ secureWindow: true });
  const secure = await read('full');
  expect(secure).toMatchObject({ problem: null, secure: true });
  expect(secure.nodes.map(({ label }) => label)).toEqual(nodes.map(({ label }) => label));
  expect(await read()).not.toHaveProperty('secure');
  expect(await act(type('tea', secure.nodes.find(({ role }) => role === 'field')?.ref))).toMatchObject({
    confirmed: 'confirmed',
  });
});

test('control characters in what a screen shows reach nobody', async () => {
  await show('com.android.settings');
  await phone.setFaults({ screenReader: 'control_characters' });
  const { problem, text, nodes } = await read();
  expect(problem).toBeNull();
  expect(`${text}${nodes.map(({ label }) => label).join('')}`).not.toMatch(/[^\P{Cc}\n]/u);
  expect(refOf(nodes, /Network/)).toMatch(/^n\d+$/);
});

describe('a ref', () => {
  const expectGone = async (ref: string): Promise<void> => {
    const touch = vi.spyOn(drawn(), 'touch');
    expect(await act({ action: 'tap', ref })).toMatchObject({ done: false, why: 'gone' });
    expect(touch).not.toHaveBeenCalled();
  };

  test('of a second ago, on a screen that is another one now', async () => {
    const ref = refOf(await show('com.android.settings'), /^Network/);
    await run('monkey -p com.android.deskclock -c android.intent.category.LAUNCHER 1; sleep 0.7');
    await expectGone(ref);
  });

  test('of another phone', async () => {
    const theirs = await openTenantScreen(lab, 1);
    const asked = { type: 'read', id: id(), caller: 'a', view: 'outline' } as const;
    const { nodes = [] } = (await theirs.screen.answer(asked)).reading ?? {};
    const mine = new Set((await read()).nodes.map(({ ref }) => ref));
    const foreign = nodes.find(({ ref }) => !mine.has(ref)) ?? expect.fail('the phones have the same refs');
    await expectGone(foreign.ref);
  });

  test('of the last tenant, whose Android user had the same number', async () => {
    screen = screenOf(lane.runner, user);
    const old = await show('com.android.settings');
    endScreen(lane.runner);
    screen = screenOf(lane.runner, user);
    const now = new Set((await read()).nodes.map(({ ref }) => ref));
    const foreign = old.find(({ ref }) => !now.has(ref)) ?? expect.fail('the tenants have the same refs');
    await expectGone(foreign.ref);
  });
});

test('a slider is swiped and touched as itself, takes no text, and is not told as missed', async () => {
  drawn().showPanel('settings');
  const slider = async () =>
    (await read()).nodes.find(({ role }) => role === 'slider') ?? expect.fail('no slider');
  await expect.poll(slider, { timeout: 20_000 }).toMatchObject({ label: 'Display brightness' });
  const { ref } = await slider();
  const brightness = (): number => Number(phone.world.settings.get('system', 'screen_brightness'));
  const right = { action: 'swipe', ref, direction: 'right', duration_ms: 300 } as const;
  expect(await act(right)).toMatchObject({ done: true, why: null });
  expect(brightness()).toBeGreaterThan(190);
  expect(await act({ ...right, direction: 'left' })).toMatchObject({ done: true, why: null });
  expect(brightness()).toBeLessThan(64);
  expect(await act({ action: 'tap', ref })).toMatchObject({ done: true, why: null });
  expect(brightness()).toBeGreaterThan(100);
  expect(await act(type('50', ref))).toMatchObject({ done: false, why: 'not_a_field' });
});

describe('a field that changes what is typed is told as different, with what it holds', () => {
  /** Both ways into a field: keys, and the keyboard. */
  function changeTyped(change: (text: string) => string): void {
    const typeKeys = drawn().text.bind(drawn());
    vi.spyOn(drawn(), 'text').mockImplementation((text) => typeKeys(change(text)));
    const connection = drawn().inputConnection ?? expect.fail('no field has the focus');
    const { commitText } = connection;
    const changed = { ...connection, commitText: (text: string) => commitText(change(text)) };
    vi.spyOn(drawn(), 'inputConnection', 'get').mockReturnValue(changed);
  }

  test.each<[string, (text: string) => string, string, string]>([
    ['with a limit, by keys', (text) => text.slice(0, 4), 'too long', 'too '],
    ['with a limit, by the keyboard', (text) => text.slice(0, 4), 'zu läng', 'zu l'],
    ['that writes capitals', (text) => text.toUpperCase(), 'code', 'CODE'],
    ['that takes digits alone', (text) => text.replace(/\D/g, ''), 'a1b2', '12'],
    ['that takes nothing', () => '', 'tea', ''],
  ])('%s', async (_name, change, text, held) => {
    const [field] = (await show('com.android.notes')).filter(({ role }) => role === 'field');
    changeTyped(change);
    const result = await act(type(text, field?.ref));
    expect(result).toMatchObject({ done: true, why: null, confirmed: 'different', nodes: [{ value: held }] });
  });
});

test('a keyboard that can’t be restored is told, and comes back as soon as the phone allows it', async () => {
  await show('com.android.notes');
  const { settings } = phone.world;
  const keyboard = (): string | undefined => settings.get('secure', 'default_input_method', user);
  const set = settings.set.bind(settings);
  const refusing = vi.spyOn(settings, 'set').mockImplementation((namespace, key, value, ...more) => {
    if (key === 'default_input_method' && value !== ours) return;
    set(namespace, key, value, ...more);
  });
  const result = await act(type('é'));
  expect(result).toMatchObject({
    done: true,
    confirmed: 'confirmed',
    detail: 'The keyboard that was chosen before could not be restored.',
  });
  expect(keyboard()).toBe(ours);
  refusing.mockRestore();
  await expect.poll(keyboard, { timeout: 60_000 }).toBe(latin);
});

test('a phone that forbids installs is told as that; plain text and touches of points need none, and the keyboard stays', async () => {
  await run('monkey -p com.android.notes -c android.intent.category.LAUNCHER 1');
  await expect.poll(() => drawn().inputConnection).toBeDefined();
  const { settings } = phone.world;
  await phone.setFaults({ forbidsInstalls: true });
  const why = {
    done: false,
    why: 'refused',
    detail: expect.stringContaining('INSTALL_FAILED_USER_RESTRICTED'),
  };
  const { done: _, why: problem, ...detail } = why;
  expect(await read()).toMatchObject({ problem, ...detail, busy: false, text: '', nodes: [] });
  const touch = vi.spyOn(drawn(), 'touch');
  expect(await act({ action: 'tap', ref: 'n1' })).toMatchObject(why);
  // Nobody knows how large the display is.
  expect(await act({ action: 'tap', x: 540, y: 1200 })).toMatchObject(why);
  expect(touch).not.toHaveBeenCalled();
  expect(await act(type('é'))).toMatchObject({
    ...why,
    detail: expect.stringMatching(/typing keyboard.*RESTRICTED/),
  });
  expect(settings.get('secure', 'default_input_method', user)).toBe(latin);
  expect(await act(type('tea'))).toMatchObject({ done: true, why: null, confirmed: 'unconfirmed' });
  const note = () => run(`cat /storage/emulated/${user}/Documents/note.txt`);
  await expect.poll(note).toBe('tea');
});
