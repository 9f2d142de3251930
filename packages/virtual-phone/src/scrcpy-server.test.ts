// The server against Tango's serializers and parsers, an independent implementation of the client.

import { createTestWorld, type TestWorld } from '@pocketfleet/android-shell/testing/test-world';
import type { AndroidHalf } from '@pocketfleet/phone-parts';
import { shownTexts } from '@pocketfleet/phone-parts/testing/shown-texts';
import { AndroidKeyEventAction, h264ParseConfiguration } from '@yume-chan/scrcpy';
import { afterEach, expect, test } from 'vitest';
import { startAndroid } from './start-android.ts';
import { bounded, connect, next, nextConfig, quiet, readExactly, tap } from './testing/scrcpy-client.ts';

const SMALL = { width: 360, height: 800, density: 160 };
interface TestDevice {
  readonly world: TestWorld;
  readonly android: AndroidHalf;
}
const running: TestDevice[] = [];

afterEach(async () => {
  for (const { android, world } of running.splice(0)) {
    await android.stop();
    world[Symbol.dispose]();
  }
});

async function phone(): Promise<TestDevice> {
  const world = createTestWorld(SMALL);
  const device = { world, android: await startAndroid(world) };
  running.push(device);
  return device;
}

test('a client gets the size, a config packet that parses and a key frame', async () => {
  const client = await connect(await phone());
  expect(client.size).toEqual({ width: 184, height: 400 });
  const config = await next(client.packets);
  expect(config.type).toBe('configuration');
  expect(h264ParseConfiguration(config.data)).toMatchObject({ croppedWidth: 184, croppedHeight: 400 });
  expect(await next(client.packets)).toMatchObject({ type: 'data', keyframe: true });
});

test('a still screen is repeated for a second and then sends nothing', async () => {
  const client = await connect(await phone());
  let count = 0;
  const still = (async () => {
    for (; count < 40; count++) await next(client.packets);
  })().catch(() => {});
  const settled = await quiet(() => count, 400);
  expect(settled).toBe(12);
  client.stop();
  await still;
});

test('RESET_VIDEO gives a new config packet and a key frame', async () => {
  const client = await connect(await phone());
  await nextConfig(client.packets);
  client.control.write(client.write.resetVideo());
  await nextConfig(client.packets);
  expect(await next(client.packets)).toMatchObject({ keyframe: true });
});

test('rotating the phone starts a session with swapped sides', async () => {
  const client = await connect(await phone());
  await nextConfig(client.packets);
  client.control.write(client.write.rotateDevice());
  expect(await nextConfig(client.packets)).toMatchObject({ croppedWidth: 400, croppedHeight: 184 });
});

test('a tap on an icon opens its app, typed text is saved, and both change the picture', async () => {
  const device = await phone();
  const client = await connect(device);
  await nextConfig(client.packets);
  const icon = shownTexts(device.android.screen).find((text) => text.text === 'Clock');
  expect(icon).toMatchObject({ clickable: true });
  const scale = client.size.width / SMALL.width;
  tap(client, { x: (icon?.x ?? 0) * scale + 4, y: ((icon?.y ?? 0) + 20) * scale });
  await bounded(() => device.android.screen.focusedActivity.startsWith('com.android.deskclock/'));
  expect(device.android.screen.focusedActivity).toMatch(/^com\.android\.deskclock\//);
  client.control.write(client.write.startApp('com.android.notes'));
  await bounded(() => device.android.screen.focusedActivity.startsWith('com.android.notes/'));
  client.control.write(client.write.injectText('héllo'));
  const note = () => device.world.textOf('/sdcard/Documents/note.txt');
  await bounded(() => note() === 'héllo');
  expect(note()).toBe('héllo');
});

test('a position from a picture of another size is dropped', async () => {
  const device = await phone();
  const client = await connect(device);
  await nextConfig(client.packets);
  const icon = shownTexts(device.android.screen).find((text) => text.text === 'Clock');
  tap(client, { x: icon?.x ?? 0, y: (icon?.y ?? 0) + 20 }, { width: 360, height: 800 });
  // The reply to a later message proves that the tap has been handled.
  const [message, acknowledged] = client.write.setClipboard({ sequence: 1n, paste: false, content: 'x' }) as [
    Uint8Array,
    Promise<void>,
  ];
  acknowledged.catch(() => {});
  client.control.write(message);
  expect(Buffer.from(await readExactly(client.control, 9)).toString('hex')).toBe('010000000000000001');
  expect(device.android.screen.focusedActivity).toMatch(/Launcher$/);
});

test('clipboards are sent in both directions, but a client’s own text is not sent back', async () => {
  const device = await phone();
  const client = await connect(device);
  client.control.write(
    client.write.setClipboard({ sequence: 0n, paste: false, content: 'from client' }) as Uint8Array,
  );
  await bounded(() => device.android.screen.clipboard.get() === 'from client');
  device.android.screen.clipboard.set('from phone');
  expect(Buffer.from(await readExactly(client.control, 15)).toString()).toBe('\0\0\0\0\nfrom phone');
});

test('back leaves an app; on a sleeping phone it wakes the screen instead', async () => {
  const device = await phone();
  const client = await connect(device);
  device.android.screen.startActivity({ package: 'com.android.deskclock' });
  client.control.write(client.write.backOrScreenOn(AndroidKeyEventAction.Down) ?? new Uint8Array());
  await bounded(() => device.android.screen.focusedActivity.includes('Launcher'));
  expect(device.android.screen.focusedActivity).toMatch(/Launcher$/);
  device.android.screen.setPower(false);
  client.control.write(client.write.backOrScreenOn(AndroidKeyEventAction.Down) ?? new Uint8Array());
  await bounded(() => device.android.screen.display.on);
  expect(device.android.screen.display.on).toBe(true);
});

test('two clients watch one phone at sizes of their own', async () => {
  const device = await phone();
  const large = await connect(device);
  const small = await connect(device, { maxSize: 160 });
  expect(small.size).toEqual({ width: 72, height: 160 });
  expect(await nextConfig(large.packets)).toMatchObject({ croppedHeight: 400 });
  expect(await nextConfig(small.packets)).toMatchObject({ croppedHeight: 160 });
});

test('the server ends when the client closes a socket, and closes the others', async () => {
  const client = await connect(await phone());
  client.sockets[0]?.destroy();
  expect(await client.done).toBe(0);
  client.control.resume();
  await bounded(() => client.control.destroyed || client.control.readableEnded);
  expect(client.control.destroyed || client.control.readableEnded).toBe(true);
});

test('the server ends with its shell', async () => {
  const client = await connect(await phone());
  client.stop();
  expect(await client.done).toBe(0);
});

test('an unknown control message ends the server', async () => {
  const client = await connect(await phone());
  client.control.write(Buffer.from([99]));
  await client.done;
  expect(client.printed.join('\n')).toContain('Unknown event type: 99');
});

test('the reverse tunnel works too, without a dummy byte', async () => {
  const { world, android } = await phone();
  const accepted = world.accept('scrcpy');
  const run = android.startScrcpyServer(['3.3.4', 'audio=false', 'control=false', 'max_size=400'], () => {});
  const video = await accepted;
  const meta = await readExactly(video, 64);
  expect(Buffer.from(meta).toString().replaceAll('\0', '')).toBe('Pixel 8');
  run.stop();
  expect(await run.done).toBe(0);
});

test('a wrong version and a refused tunnel end with status 1 and the reason', async () => {
  const { android } = await phone();
  const printed: string[] = [];
  expect(await android.startScrcpyServer(['2.0'], (line) => printed.push(line)).done).toBe(1);
  expect(await android.startScrcpyServer(['3.3.3'], (line) => printed.push(line)).done).toBe(1);
  expect(printed.join('\n')).toMatch(/does not match the client \(2\.0\)[\s\S]*nobody listens on scrcpy/);
});

test('a silent phone sends Opus silence every 20 ms, behind its OpusHead', async () => {
  const { world, android } = await phone();
  const run = android.startScrcpyServer(
    ['3.3.3', 'video=false', 'control=false', 'tunnel_forward=true'],
    () => {},
  );
  const audio = world.dial('scrcpy');
  await readExactly(audio, 1 + 64);
  expect(Buffer.from(await readExactly(audio, 4)).toString()).toBe('opus');
  const head = await readExactly(audio, 12 + 19);
  expect(Buffer.from(head).toString('hex')).toMatch(/^80000000000000000000001[3]4f70757348656164/);
  const header = Buffer.from(await readExactly(audio, 12));
  const packet = await readExactly(audio, header.readUInt32BE(8));
  expect([...packet]).toEqual([0xfc, 0xff, 0xfe]);
  run.stop();
  await run.done;
});

test('wm size starts a session of the forced size, and its reset one of the panel', async () => {
  const device = await phone();
  const client = await connect(device);
  await nextConfig(client.packets);
  device.world.settings.set('global', 'display_size_forced', '400,600');
  expect(await nextConfig(client.packets)).toMatchObject({
    croppedWidth: 264,
    croppedHeight: 400,
  });
  expect(device.android.screen.display).toMatchObject({ width: 400, height: 600 });
  device.world.settings.set('global', 'display_size_forced', undefined);
  expect(await nextConfig(client.packets)).toMatchObject({
    croppedWidth: 184,
  });
});
