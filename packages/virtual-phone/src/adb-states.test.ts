// Debian's adb with a phone that restarts, is unplugged, or has not authorized the host.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdbHost, findsAdb, openAdbHost } from '../test/adb-host.ts';
import { startTestPhone, type TestPhone } from './testing/test-phone.ts';

describe.skipIf(!findsAdb())('adb', () => {
  let phone: TestPhone;
  let host: AdbHost;
  const adb: AdbHost['run'] = (...args) => host.run(...args);

  beforeAll(async () => {
    phone = await startTestPhone();
    host = await openAdbHost(phone.phone.port);
    await host.connect();
  });
  afterAll(async () => {
    await host.stop();
    await phone[Symbol.asyncDispose]();
    expect(phone.errors).toEqual([]);
  });

  test.each(['usb', 'tcpip 5555'])('%s restarts adbd, and the phone reconnects', async (command) => {
    expect((await adb(...command.split(' '))).out).toContain('restarting in');
    await expect.poll(comesBack, { timeout: 60_000 }).toBe('device\n');
  });

  test.each(['reboot', 'reboot bootloader'])('%s: the phone restarts', async (command) => {
    await phone.phone.setFaults({ rebootMs: 200 });
    const before = phone.android.calls.filter((call) => call === 'reboot').length;
    await adb(...command.split(' '));
    await expect.poll(() => phone.android.calls.filter((call) => call === 'reboot').length).toBe(before + 1);
    await expect.poll(comesBack, { timeout: 60_000 }).toBe('device\n');
  });

  test('adb shows an unplugged phone as offline, and a plugged-in one as a device', async () => {
    await phone.phone.setFaults({ unplugged: true });
    await expect.poll(async () => (await adb('get-state')).out).not.toBe('device\n');
    await phone.phone.setFaults({ unplugged: false });
    await expect.poll(comesBack, { timeout: 60_000 }).toBe('device\n');
  });

  test('adb shows an unauthorized phone, and a device after authorization without reconnecting', async () => {
    await phone.phone.setFaults({ unauthorized: true });
    const address = `127.0.0.1:${phone.phone.port}`;
    await host.raw(['disconnect', address]);
    expect(await host.connect()).toMatch(/failed to authenticate|connected/);
    expect((await adb('get-state')).err).toContain('device unauthorized');
    await phone.phone.setFaults({ unauthorized: false });
    await expect.poll(async () => (await adb('get-state')).out, { timeout: 60_000 }).toBe('device\n');
  });

  /** adb keeps a dead connection for a while, so it must be disconnected first. */
  async function comesBack(): Promise<string> {
    const { out } = await adb('get-state');
    if (out === 'device\n' && (await adb('shell', 'true')).code === 0) return out;
    await host.raw(['disconnect', `127.0.0.1:${phone.phone.port}`]);
    await host.connect();
    return '';
  }
});
