import { createCanvas, loadImage } from '@napi-rs/canvas';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { createTestWorld, type TestWorld } from '@pocketfleet/android-shell/testing/test-world';
import { DEMO_APPS, NOTE_PATH } from '@pocketfleet/demo-apps';
import { KEY } from '@pocketfleet/phone-parts';
import { shownTexts } from '@pocketfleet/phone-parts/testing/shown-texts';
import { createSystem, type System } from '@pocketfleet/phone-screen';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SIZE = { width: 360, height: 800 };
let world: TestWorld;
let system: System;

beforeEach(() => {
  world = createTestWorld({ ...SIZE, density: 160 });
  system = createSystem(world, DEMO_APPS);
});

afterEach(() => {
  system.stop();
  world[Symbol.dispose]();
});

const press = (keycode: number) => {
  system.screen.key('down', keycode, 0);
  system.screen.key('up', keycode, 0);
};
const shown = (text: string) => shownTexts(system.screen).find((entry) => entry.text === text);
const tapOn = (text: string) => {
  const at = shown(text);
  if (!at) throw new Error(`"${text}" is not shown`);
  tapAt(at.x + at.width / 2, at.y + at.height / 2);
};
const tapAt = (x: number, y: number) => {
  for (const action of ['down', 'up'] as const) system.screen.touch(action, 0, x, y, 1);
};
const swipe = (fromX: number, fromY: number, toX: number, toY: number) => {
  system.screen.touch('down', 0, fromX, fromY, 1);
  for (let i = 1; i <= 6; i++) {
    world.setNow(world.now() + 10);
    system.screen.touch('move', 0, fromX + ((toX - fromX) * i) / 6, fromY + ((toY - fromY) * i) / 6, 1);
  }
  system.screen.touch('up', 0, toX, toY, 0);
};
const pixel = (x: number, y: number) => {
  const pixels = system.picture.render(SIZE);
  const at = (y * SIZE.width + x) * 4;
  return [...pixels.subarray(at, at + 3)];
};
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const note = () => world.textOf(NOTE_PATH);

test('a tap on an icon opens its app, and home leaves it running', () => {
  tapOn('Files');
  expect(system.screen.focusedActivity).toBe(
    'com.android.documentsui/com.android.documentsui.files.FilesActivity',
  );
  press(KEY.HOME);
  expect(system.screen.focusedActivity).toMatch(/Launcher$/);
  expect(system.screen.runningPackages).toEqual(['com.android.documentsui']);
});

test('an icon of the dock is found and opened by its label', () => {
  tapOn('Notes');
  expect(system.screen.focusedActivity).toMatch(/^com\.android\.notes\//);
});

test('text of any script can be typed into Notes and survives a restart', async () => {
  system.screen.startActivity({ package: 'com.android.notes' });
  system.screen.text('Grüße, 世界 😀');
  press(KEY.DEL);
  system.screen.key('down', 29, 0x1);
  await until(() => note() === 'Grüße, 世界 A');
  system.stop();
  system = createSystem(world, DEMO_APPS);
  system.screen.startActivity({ package: 'com.android.notes' });
  await until(() => shown('Grüße, 世界 A') !== undefined);
});

test('the on-screen keyboard types, and back hides it before it leaves the app', async () => {
  system.screen.startActivity({ package: 'com.android.notes' });
  for (const letter of ['h', 'i']) tapOn(letter);
  await until(() => note() === 'hi');
  press(KEY.BACK);
  expect(shown('q')).toBeUndefined();
  expect(system.screen.focusedActivity).toMatch(/^com\.android\.notes/);
  press(KEY.BACK);
  expect(system.screen.focusedActivity).toMatch(/Launcher$/);
});

test('the next picture shows a touch in Paint, for each of ten fingers', () => {
  system.screen.startActivity({ package: 'com.android.paint' });
  expect(pixel(40, 300)).toEqual([255, 255, 255]);
  for (let finger = 0; finger < 10; finger++) {
    system.screen.touch('down', finger, 40 + finger * 30, 300, 1);
    expect(pixel(40 + finger * 30, 300)).not.toEqual([255, 255, 255]);
  }
});

test('a drawing survives a restart, and a wipe removes it', () => {
  system.screen.startActivity({ package: 'com.android.paint' });
  tapAt(100, 300);
  system.stop();
  system = createSystem(world, DEMO_APPS);
  system.screen.startActivity({ package: 'com.android.paint' });
  expect(pixel(100, 300)[1]).not.toBe(255);
  system.screen.wipe();
  system.screen.startActivity({ package: 'com.android.paint' });
  expect(shown('Draw with one finger or ten')).toBeDefined();
  expect(pixel(100, 300)).toEqual([255, 255, 255]);
});

test('power blanks and locks the screen, and a swipe unlocks it', () => {
  press(KEY.POWER);
  expect(system.screen.display.on).toBe(false);
  expect(pixel(180, 400)).toEqual([0, 0, 0]);
  press(KEY.POWER);
  expect(shown('Swipe up to unlock')).toBeDefined();
  swipe(180, 600, 180, 300);
  expect(shown('Swipe up to unlock')).toBeUndefined();
  expect(shown('Files')).toBeDefined();
});

test('rotating the display swaps its sides and changes the layout', () => {
  system.screen.setRotation(1);
  expect(system.screen.display).toMatchObject({ width: 800, height: 360, rotation: 1 });
  const widest = Math.max(...shownTexts(system.screen).map((text) => text.x + text.width));
  expect(widest).toBeGreaterThan(400);
});

test('a list scrolls on after a fling, and stops', () => {
  system.screen.startActivity({ package: 'com.android.feed' });
  const top = () => shownTexts(system.screen).filter((text) => text.text.endsWith('likes'))[0]?.y ?? 0;
  system.picture.render(SIZE);
  swipe(180, 600, 180, 300);
  const released = top();
  expect(system.picture.animationFps).toBeGreaterThan(0);
  world.setNow(world.now() + 100);
  expect(top()).not.toBe(released);
  world.setNow(world.now() + 10_000);
  system.picture.render(SIZE);
  expect(system.picture.animationFps).toBe(0);
});

test('an installed package appears with its label and icon, and opens', async () => {
  const icon = createCanvas(8, 8);
  icon.getContext('2d').fillStyle = '#ff00ff';
  icon.getContext('2d').fillRect(0, 0, 8, 8);
  const plan = { packageName: 'org.example.shop', label: 'Shop', icon: icon.toBuffer('image/png') };
  await world.filesOf(0).writeFile('/sdcard/shop.apk', buildApk({ ...plan, versionCode: 2 }));
  await runOn(world, 'pm install /sdcard/shop.apk');
  const label = shown('Shop');
  expect(label).toMatchObject({ clickable: true });
  const middle = Math.round((label?.x ?? 0) + (label?.width ?? 0) / 2);
  // A screenshot is a single picture, so the icon must be ready for the first one.
  expect(pixel(middle, (label?.y ?? 0) + 30)).toEqual([255, 0, 255]);
  tapOn('Shop');
  expect(system.screen.focusedActivity).toBe('org.example.shop/org.example.shop.Main');
  expect(shown('Version 2.0')).toBeDefined();
});

test('the shade opens from the top and switches what it shows', () => {
  swipe(180, 4, 180, 300);
  system.picture.render(SIZE);
  world.setNow(world.now() + 500);
  tapOn('Dark theme');
  expect(world.settings.get('secure', 'ui_night_mode')).toBe('2');
  press(KEY.BACK);
  expect(shown('Dark theme')).toBeUndefined();
});

test('recents show running apps, and one is chosen', () => {
  for (const name of ['com.android.settings', 'com.android.deskclock'])
    system.screen.startActivity({ package: name });
  press(KEY.APP_SWITCH);
  expect(shown('Clock')).toBeDefined();
  tapOn('Clear all');
  expect(system.screen.runningPackages).toEqual([]);
});

test('volume keys change the media volume and the loudness of the sound', () => {
  system.screen.startActivity({ package: 'com.android.video' });
  expect(system.sound.pull(960)?.some((sample) => sample !== 0)).toBe(true);
  for (let i = 0; i < 20; i++) press(KEY.VOLUME_DOWN);
  expect(world.settings.get('system', 'volume_music')).toBe('0');
  expect(system.sound.pull(960)).toBeUndefined();
});

test('a video stops when its app is left', () => {
  system.screen.startActivity({ package: 'com.android.video' });
  system.picture.render(SIZE);
  expect(system.picture.animationFps).toBe(30);
  press(KEY.HOME);
  system.picture.render(SIZE);
  expect(system.picture.animationFps).toBe(0);
  expect(system.sound.pull(960)).toBeUndefined();
});

test('the Gallery shows a pushed picture', async () => {
  const picture = createCanvas(90, 200);
  picture.getContext('2d').fillStyle = '#00ff00';
  picture.getContext('2d').fillRect(0, 0, 90, 200);
  await world.filesOf(0).writeFile('/sdcard/Download/a.png', picture.toBuffer('image/png'));
  expect(system.screen.startActivity({ data: 'file:///sdcard/Download/a.png' })).toBe(true);
  await until(() => pixel(180, 400).join() === '0,255,0');
});

test('a screenshot has the size of the display', async () => {
  const image = await loadImage(Buffer.from(await system.screen.screenshotPng()));
  expect([image.width, image.height]).toEqual([360, 800]);
});

test('an app that opens while nobody watches is fully open later', () => {
  const steps: (() => void)[] = [
    () => system.screen.startActivity({ package: 'com.android.settings' }),
    () => press(KEY.HOME),
    () => tapOn('Files'),
    () => system.screen.showPanel('notifications'),
  ];
  for (const step of steps) {
    step();
    world.setNow(world.now() + 1_000);
    system.picture.render(SIZE);
    expect(system.picture.animationFps).toBe(0);
  }
});

test('a viewer sees an animation from its beginning, even if it is drawn late', () => {
  const unwatch = system.picture.watch(() => undefined);
  system.picture.render(SIZE);
  tapOn('Files');
  world.setNow(world.now() + 1_000);
  system.picture.render(SIZE);
  expect(system.picture.animationFps).toBeGreaterThan(0);
  unwatch();
});

test('a reboot ends running apps', () => {
  system.screen.startActivity({ package: 'com.android.settings' });
  system.screen.reboot();
  expect(system.screen.runningPackages).toEqual([]);
  expect(system.screen.focusedActivity).toMatch(/Launcher$/);
});

test('a finger that is never lifted does not block the next one', () => {
  system.screen.touch('down', 0, 10, 400, 1);
  tapOn('Files');
  expect(system.screen.focusedActivity).toMatch(/^com\.android\.documentsui/);
});

test('a forced density draws everything larger, until it is reset', () => {
  const before = shown('Files');
  world.settings.set('secure', 'display_density_forced', '240');
  const larger = shown('Files');
  expect(larger?.height).toBeGreaterThan((before?.height ?? 0) * 1.3);
  expect(system.screen.display).toMatchObject({ width: 360, height: 800, density: 240 });
  world.settings.set('secure', 'display_density_forced', undefined);
  expect(shown('Files')).toEqual(before);
});

test('invalid display sizes are limited to valid ones', () => {
  world.settings.set('global', 'display_size_forced', '99999,10');
  expect(system.screen.display).toMatchObject({ width: 720, height: 200 });
  world.settings.set('global', 'display_size_forced', 'nonsense');
  expect(system.screen.display).toMatchObject({ width: 360, height: 800 });
});

test('touches are shown while the setting is on and the finger is down', () => {
  const plain = pixel(180, 300);
  world.settings.set('system', 'show_touches', '1');
  system.screen.touch('down', 0, 180, 300, 1);
  expect(pixel(180, 300)).not.toEqual(plain);
  world.settings.set('system', 'show_touches', '0');
  expect(pixel(180, 300)).toEqual(plain);
  world.settings.set('system', 'show_touches', '1');
  system.screen.touch('up', 0, 180, 300, 0);
  expect(pixel(180, 300)).toEqual(plain);
});

test('a notification is shown until it is dismissed', () => {
  system.screen.showPanel('notifications');
  world.setNow(world.now() + 1_000);
  expect(shown('USB debugging connected')).toBeDefined();
  tapOn('Clear all');
  system.screen.showPanel('notifications');
  expect(shown('USB debugging connected')).toBeUndefined();
});

test('a window of which pictures are forbidden is black in them, and has its tree', () => {
  system.screen.startActivity({ package: 'com.android.notes' });
  system.screen.isSecure = true;
  expect(pixel(180, 400)).toEqual([0, 0, 0]);
  expect(JSON.stringify(system.screen.windows())).toContain('com.android.notes');
});
