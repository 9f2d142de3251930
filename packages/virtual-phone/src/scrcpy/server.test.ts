// The server against Tango's serializers and parsers, an independent implementation of the other side.
import { AndroidKeyEventAction, AndroidMotionEventAction, h264ParseConfiguration } from '@yume-chan/scrcpy';
import { afterEach, expect, test } from 'vitest';
import {
  type Client,
  connectClient,
  next,
  nextConfig,
  quiet,
  reached,
  readExactly,
  SMALL,
  startTestPhone,
  stopTestPhones,
} from '../testing/scrcpy-client.ts';

afterEach(stopTestPhones);

test('a client gets the size, a config packet that parses and a key frame', async () => {
  const client = await connectClient(await startTestPhone());
  expect(client.size).toEqual({ width: 184, height: 400 });
  const config = await next(client.packets);
  expect(config.type).toBe('configuration');
  expect(h264ParseConfiguration(config.data)).toMatchObject({ croppedWidth: 184, croppedHeight: 400 });
  expect(await next(client.packets)).toMatchObject({ type: 'data', keyframe: true });
});

test('a still screen is repeated for a second and then sends nothing', async () => {
  const client = await connectClient(await startTestPhone());
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
  const client = await connectClient(await startTestPhone());
  await nextConfig(client.packets);
  client.control.write(client.write.resetVideo());
  await nextConfig(client.packets);
  expect(await next(client.packets)).toMatchObject({ keyframe: true });
});

test('turning the phone starts a session of the turned size', async () => {
  const client = await connectClient(await startTestPhone());
  await nextConfig(client.packets);
  client.control.write(client.write.rotateDevice());
  expect(await nextConfig(client.packets)).toMatchObject({ croppedWidth: 400, croppedHeight: 184 });
});

test('a tap on an icon opens its app, typed text is saved, and both change the picture', async () => {
  const device = await startTestPhone();
  const client = await connectClient(device);
  await nextConfig(client.packets);
  const icon = device.android.screen.visibleTexts().find((text) => text.text === 'Clock');
  expect(icon).toMatchObject({ clickable: true });
  const scale = client.size.width / SMALL.width;
  tap(client, { x: (icon?.x ?? 0) * scale + 4, y: ((icon?.y ?? 0) - 20) * scale });
  await reached(() => device.android.screen.focusedActivity.startsWith('com.android.deskclock/'));
  expect(device.android.screen.focusedActivity).toMatch(/^com\.android\.deskclock\//);
  client.control.write(client.write.startApp('com.android.notes'));
  await reached(() => device.android.screen.focusedActivity.startsWith('com.android.notes/'));
  client.control.write(client.write.injectText('héllo'));
  const note = () => Buffer.from(device.world.stored.get('/sdcard/Documents/note.txt') ?? []).toString();
  await reached(() => note() === 'héllo');
  expect(note()).toBe('héllo');
});

test('a position from a picture of another size is dropped', async () => {
  const device = await startTestPhone();
  const client = await connectClient(device);
  await nextConfig(client.packets);
  const icon = device.android.screen.visibleTexts().find((text) => text.text === 'Clock');
  tap(client, { x: icon?.x ?? 0, y: (icon?.y ?? 0) - 20 }, { width: 360, height: 800 });
  // The answer to a later message proves that the tap has been judged.
  const [message, acknowledged] = client.write.setClipboard({ sequence: 1n, paste: false, content: 'x' }) as [
    Uint8Array,
    Promise<void>,
  ];
  acknowledged.catch(() => {});
  client.control.write(message);
  expect(Buffer.from(await readExactly(client.control, 9)).toString('hex')).toBe('010000000000000001');
  expect(device.android.screen.focusedActivity).toMatch(/Launcher$/);
});

test('clipboards travel both ways, and a text set by the client is not sent back', async () => {
  const device = await startTestPhone();
  const client = await connectClient(device);
  client.control.write(
    client.write.setClipboard({ sequence: 0n, paste: false, content: 'from client' }) as Uint8Array,
  );
  await reached(() => device.android.screen.clipboard.get() === 'from client');
  device.android.screen.clipboard.set('from phone');
  expect(Buffer.from(await readExactly(client.control, 15)).toString()).toBe('\0\0\0\0\nfrom phone');
});

test('back leaves an app; on a sleeping phone it wakes the screen instead', async () => {
  const device = await startTestPhone();
  const client = await connectClient(device);
  device.android.screen.startActivity({ package: 'com.android.deskclock' });
  client.control.write(client.write.backOrScreenOn(AndroidKeyEventAction.Down) ?? new Uint8Array());
  await reached(() => device.android.screen.focusedActivity.includes('Launcher'));
  expect(device.android.screen.focusedActivity).toMatch(/Launcher$/);
  device.android.screen.setPower(false);
  client.control.write(client.write.backOrScreenOn(AndroidKeyEventAction.Down) ?? new Uint8Array());
  await reached(() => device.android.screen.display.on);
  expect(device.android.screen.display.on).toBe(true);
});

test('two clients watch one phone at sizes of their own', async () => {
  const device = await startTestPhone();
  const large = await connectClient(device);
  const small = await connectClient(device, { maxSize: 160 });
  expect(small.size).toEqual({ width: 72, height: 160 });
  expect(await nextConfig(large.packets)).toMatchObject({ croppedHeight: 400 });
  expect(await nextConfig(small.packets)).toMatchObject({ croppedHeight: 160 });
});

function tap(client: Client, at: { x: number; y: number }, size = client.size): void {
  for (const action of [AndroidMotionEventAction.Down, AndroidMotionEventAction.Up]) {
    client.control.write(
      client.write.injectTouch({
        action,
        pointerId: 0n,
        pointerX: at.x,
        pointerY: at.y,
        videoWidth: size.width,
        videoHeight: size.height,
        pressure: action === AndroidMotionEventAction.Down ? 1 : 0,
        actionButton: 0,
        buttons: 0,
      }),
    );
  }
}
