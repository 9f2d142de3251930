import { PacketCommand } from '@pocketfleet/adb-device';
import { connectRaw } from '@pocketfleet/adb-device/testing/raw-host';
import { expect, test } from 'vitest';
import { PHONE_MODELS } from './models.ts';
import { startTestPhone } from './testing/test-phone.ts';

test('the twelve phones differ in tag and serial, are of ten models, and fit the encoder', () => {
  const count = (key: 'tag' | 'serial' | 'model' | 'device') =>
    new Set(PHONE_MODELS.map((model) => model[key])).size;
  expect([count('tag'), count('serial'), count('model'), count('device')]).toEqual([12, 12, 10, 10]);
  for (const model of PHONE_MODELS) expect(Math.min(model.width, model.height)).toBeGreaterThanOrEqual(720);
  expect(PHONE_MODELS.map((model) => model.tag)).toContain('PF-012');
});

test('an unplugged phone is unreachable, and returns on the same port', async () => {
  await using test = await startTestPhone();
  const { port } = test.phone;
  using before = await connectRaw(port);
  await before.handshake();
  before.socket.resume();
  await test.phone.setFaults({ unplugged: true });
  await before.closed;
  await expect(connectRaw(port)).rejects.toThrow();
  await test.phone.setFaults({ unplugged: false });
  using after = await connectRaw(port);
  expect((await after.handshake()).command).toBe(PacketCommand.CNXN);
});

test('an offline phone replies only after the fault', async () => {
  await using test = await startTestPhone();
  await test.phone.setFaults({ offline: true });
  using host = await connectRaw(test.phone.port);
  let answered = false;
  const hello = host.handshake().then((packet) => {
    answered = true;
    return packet;
  });
  using other = await connectRaw(test.phone.port);
  other.send(PacketCommand.CNXN, 0x01000001, 4096, 'host::');
  expect(answered).toBe(false);
  await test.phone.setFaults({ offline: false });
  expect((await hello).command).toBe(PacketCommand.CNXN);
});

test('a slow link delays both directions', async () => {
  await using test = await startTestPhone();
  await test.phone.world.files.writeFile('/sdcard/data', Buffer.alloc(50_000));
  await test.phone.setFaults({ linkBytesPerSecond: 200_000 });
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  const startMs = performance.now();
  host.send(PacketCommand.OPEN, 1, 0, 'exec:cat /sdcard/data\0');
  await host.receive();
  expect((await host.receive()).payload).toHaveLength(50_000);
  expect(performance.now() - startMs).toBeGreaterThan(150);
});

test('a reboot disconnects all hosts, resets volatile state, and returns on the same port', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  host.socket.resume();
  await test.phone.setFaults({ rebootMs: 50 });
  test.phone.world.properties.set('debug.mark', '1');
  const rebooted = test.phone.reboot();
  await host.closed;
  await rebooted;
  expect(test.android.calls).toContain('reboot');
  expect(test.phone.world.properties.get('debug.mark')).toBeUndefined();
  using again = await connectRaw(test.phone.port);
  expect((await again.handshake()).command).toBe(PacketCommand.CNXN);
});

test('a restart keeps files, settings and users; a wipe restores a new phone', async () => {
  await using first = await startTestPhone();
  await first.phone.world.files.writeFile('/sdcard/Download/kept', Buffer.from('kept'));
  first.phone.world.settings.set('system', 'font_scale', '1.3');
  first.phone.world.users.create('tenant');
  await first.phone.stop();

  await using second = await startTestPhone({ stateDir: first.stateDir });
  const { world } = second.phone;
  expect(Buffer.from(await world.files.readFile('/sdcard/Download/kept')).toString()).toBe('kept');
  expect(world.settings.get('system', 'font_scale')).toBe('1.3');
  expect(world.users.list().map((user) => user.name)).toEqual(['Owner', 'tenant']);
  await second.phone.setFaults({ rebootMs: 10 });
  await second.phone.wipe();
  expect(() => world.files.stat('/sdcard/Download/kept')).toThrow('ENOENT');
  expect(world.settings.get('system', 'font_scale')).toBe('1.0');
  expect(world.users.list()).toHaveLength(1);
  expect(world.files.list('/sdcard').map((entry) => entry.name)).toContain('Download');
  expect(second.android.calls).toContain('wipe');
});

test('dumpsys and the status bar show a low battery', async () => {
  await using test = await startTestPhone();
  await test.phone.setFaults({ batteryLevel: 4 });
  expect(test.android.world.battery).toMatchObject({ level: 4, charging: false });
});
