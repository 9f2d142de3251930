// The trees that accessibility tools read are the views that were drawn.
import { createTestWorld, type TestWorld } from '@pocketfleet/android-shell/testing/test-world';
import { DEMO_APPS } from '@pocketfleet/demo-apps';
import { type AccessibilityNode, KEY } from '@pocketfleet/phone-parts';
import { createSystem, type System } from '@pocketfleet/phone-screen';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let system: System;
let world: TestWorld;

beforeEach(() => {
  world = createTestWorld({ width: 360, height: 800, density: 160 });
  system = createSystem(world, DEMO_APPS);
});
afterEach(() => {
  system.stop();
  world[Symbol.dispose]();
});

const flat = (node: AccessibilityNode): AccessibilityNode[] => [node, ...node.children.flatMap(flat)];
const nodes = () => system.screen.windows().flatMap(({ root }) => flat(root));
const find = (text: string) =>
  nodes().find((node) => node.text === text || node.description === text) ?? expect.fail(`no ${text}`);
const press = (key: number) => system.screen.key('down', key, 0);
const open = (name: string) => system.screen.startActivity({ package: name });
const types = () => system.screen.windows().map(({ type }) => type);

test.each([
  ['the home screen', () => undefined],
  ...DEMO_APPS.map(({ packageName }): [string, () => void] => [packageName, () => void open(packageName)]),
  ['the recent apps', () => [open('com.android.notes'), press(KEY.APP_SWITCH)]],
  ['the shade', () => system.screen.showPanel('settings')],
  ['the volume panel', () => press(KEY.VOLUME_UP)],
])('everything on %s that can be tapped is a node with the same bounds and a name', (_name, show) => {
  show();
  // An opening window is still moving; the picture that stays is meant.
  system.screen.windows();
  world.setNow(world.now() + 10_000);
  const scene = system.picture.scene();
  const clickable = nodes().filter((node) => node.isClickable && node.isVisible);
  const boxes = clickable.map(({ bounds }) => JSON.stringify(bounds));
  // Targets under a full-screen target can't be tapped.
  const ground = scene.targets.findLastIndex(({ blocks, height }) => blocks && height >= scene.height);
  const tappable = scene.targets.slice(ground + 1).filter(({ onTap, touch }) => onTap ?? touch);
  for (const { x, y, width, height } of tappable) {
    const round = Math.round;
    const box = { left: round(x), top: round(y), right: round(x + width), bottom: round(y + height) };
    expect(boxes).toContain(JSON.stringify(box));
  }
  for (const node of clickable) {
    const names = flat(node).map(({ text, description }) => text ?? description ?? '');
    expect(names.join('')).not.toBe('');
  }
});

test('a keyboard is a window of its own, and its keys have names', () => {
  open('com.android.notes');
  expect(types()).toEqual(['app', 'keyboard', 'system', 'system']);
  expect(find('Space').className).toBe('android.inputmethodservice.Keyboard$Key');
  press(KEY.BACK);
  expect(types()).toEqual(['app', 'system', 'system']);
});

test('an empty field shows its hint, and a filled one its text and cursor', () => {
  open('com.android.notes');
  expect(find('Write something')).toMatchObject({ isEditable: true, isHintShowing: true, cursor: 0 });
  system.screen.text('héllo');
  press(KEY.DPAD_LEFT);
  expect(find('héllo')).toMatchObject({ isHintShowing: false, isFocused: true, cursor: 4 });
});

test('a switch is checked as it is drawn, and its row is what can be tapped', () => {
  system.screen.startActivity({ package: 'com.android.settings', data: 'settings:network' });
  const row = () => nodes().find((node) => node.children.some(({ text }) => text === 'Airplane mode'));
  expect(row()).toMatchObject({ isClickable: true });
  expect(row()?.children.at(0)).toMatchObject({ className: 'android.widget.Switch', isChecked: false });
  const { bounds } = row() ?? expect.fail('no row');
  system.screen.touch('down', 0, bounds.left + 20, bounds.top + 20, 1);
  system.screen.touch('up', 0, bounds.left + 20, bounds.top + 20, 0);
  expect(row()?.children.at(0)).toMatchObject({ isChecked: true });
});

test('rows outside of a list are in the tree and not visible, and the list says where it goes on', async () => {
  open('com.android.settings');
  system.screen.setRotation(1);
  const list = () => nodes().find(({ scroll }) => scroll !== undefined);
  await vi.waitFor(() => expect(list()?.scroll).toEqual({ forward: true, backward: false }));
  expect(find('About phone').isVisible).toBe(false);
  system.screen.scroll(300, 200, 0, -30);
  expect(list()?.scroll).toEqual({ forward: false, backward: true });
  expect(find('About phone').isVisible).toBe(true);
});

test('the window in front is active: the shade, the lock screen, none while the display is off', () => {
  const active = () => system.screen.windows().find(({ isActive }) => isActive)?.title;
  open('com.android.notes');
  expect(active()).toMatch(/^com\.android\.notes\//);
  system.screen.showPanel('notifications');
  expect(active()).toBe('NotificationShade');
  system.screen.setPower(false);
  expect(system.screen.windows()).toEqual([]);
  system.screen.setPower(true);
  expect(active()).toBe('NotificationShade');
  expect(types()).toEqual(['system', 'system']);
});
