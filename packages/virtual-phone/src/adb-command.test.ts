// Debian's adb against a simulated phone: the commands that people use every day.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdbHost, findsAdb, openAdbHost } from '../test/adb-host.ts';
import { startTestPhone, type TestPhone } from './testing/test-phone.ts';

describe.skipIf(!findsAdb())('adb', () => {
  let phone: TestPhone;
  let host: AdbHost;
  let folder: string;
  let address: string;
  const adb: AdbHost['run'] = (...args) => host.run(...args);
  const raw: AdbHost['raw'] = (...args) => host.raw(...args);

  beforeAll(async () => {
    phone = await startTestPhone();
    host = await openAdbHost(phone.phone.port);
    folder = host.folder;
    address = `127.0.0.1:${phone.phone.port}`;
    expect(await host.connect()).toContain(`connected to ${address}`);
  });

  afterAll(async () => {
    await host.stop();
    await phone[Symbol.asyncDispose]();
    expect(phone.errors).toEqual([]);
  });

  test('lists the phone with product, model and device', async () => {
    const { out } = await adb('devices', '-l');
    expect(out).toMatch(/127\.0\.0\.1:\d+\s+device product:shiba model:Pixel_8 device:shiba/);
    expect((await adb('get-state')).out).toBe('device\n');
  });

  test('runs commands with their output and exit code', async () => {
    expect(await adb('shell', 'getprop ro.product.model')).toEqual({ code: 0, out: 'Pixel 8\n', err: '' });
    expect(await adb('shell', 'ls /nothing; exit 42')).toEqual({
      code: 42,
      out: '',
      err: 'ls: /nothing: No such file or directory\n',
    });
    expect((await adb('shell', '-x', 'echo raw; id -u')).out).toBe('raw\n2000\n');
    const { out } = await raw(['-s', address, 'shell', 'cat | tr a-z A-Z'], 'from the host\n');
    expect(out.toString()).toBe('FROM THE HOST\n');
  });

  test('runs an interactive shell on a terminal', async () => {
    const { code, out } = await raw(
      ['-s', address, 'shell', '-tt'],
      'cd /sdcard\necho in $PWD; exit 3\necho ne""ver\n',
    );
    expect(out.toString()).toContain('shiba:/sdcard $ ');
    expect(out.toString()).toContain('in /sdcard\r\n');
    // Input behind the exit is echoed but not run.
    expect(out.toString()).not.toContain('never');
    expect(code).toBe(3);
  });

  test('pushes and pulls ten megabytes unchanged', async () => {
    const bytes = randomBytes(10_000_000);
    writeFileSync(join(folder, 'big'), bytes);
    expect((await adb('push', join(folder, 'big'), '/sdcard/Download/big')).code).toBe(0);
    expect((await adb('pull', '/sdcard/Download/big', join(folder, 'back'))).code).toBe(0);
    expect(readFileSync(join(folder, 'back')).equals(bytes)).toBe(true);
    expect((await adb('ls', '/sdcard/Download')).out).toMatch(/ 00989680 [0-9a-f]{8} big$/m);
  });

  test('pushes and pulls a folder with links, modes and times', async () => {
    mkdirSync(join(folder, 'tree/inner'), { recursive: true });
    writeFileSync(join(folder, 'tree/inner/a.sh'), 'echo a\n', { mode: 0o755 });
    symlinkSync('inner', join(folder, 'tree/link'));
    expect((await adb('push', join(folder, 'tree'), '/data/local/tmp/')).code).toBe(0);
    expect(
      (
        await adb(
          'shell',
          'stat -c "%F %a" /data/local/tmp/tree/inner/a.sh; readlink /data/local/tmp/tree/link',
        )
      ).out,
    ).toBe('regular file 777\ninner\n');
    expect((await adb('pull', '/data/local/tmp/tree', join(folder, 'tree2'))).code).toBe(0);
    expect(readFileSync(join(folder, 'tree2/inner/a.sh'), 'utf8')).toBe('echo a\n');
  });

  test('tells why a push is refused', async () => {
    const { code, err, out } = await adb('push', join(folder, 'big'), '/system/big');
    expect(code).toBe(1);
    expect(err + out).toContain("couldn't create file: Read-only file system");
  });

  test('installs, replaces and removes an app by each of adb’s commands', async () => {
    const apk = join(folder, 'app.apk');
    const split = join(folder, 'split.apk');
    writeFileSync(apk, buildApk({ packageName: 'org.example.app' }));
    writeFileSync(split, buildApk({ packageName: 'org.example.app', split: 'extra' }));
    expect((await adb('install', apk)).out).toContain('Success');
    expect((await adb('install', '--no-streaming', '-r', apk)).out).toContain('Success');
    expect((await adb('install-multiple', apk, split)).out).toContain('Success');
    expect((await adb('shell', 'pm path org.example.app')).out.trim().split('\n')).toHaveLength(2);
    expect((await adb('uninstall', 'org.example.app')).out).toBe('Success\n');
    expect((await adb('uninstall', 'org.example.app')).out).toBe('Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
    writeFileSync(apk, buildApk({ packageName: 'org.example.app', minSdk: 99 }));
    const refused = await adb('install', apk);
    expect(refused.code).toBe(1);
    expect(refused.out + refused.err).toContain('INSTALL_FAILED_OLDER_SDK');
  });

  test('transfers a screenshot byte for byte', async () => {
    const { out } = await raw(['-s', address, 'exec-out', 'screencap', '-p']);
    expect(out.equals(Buffer.from(await phone.android.half.screen.screenshotPng()))).toBe(true);
  });

  test('dumps the log and follows it until it is stopped', async () => {
    phone.phone.world.log.add('W', 'Test', 'seen in the log');
    expect((await adb('logcat', '-d')).out).toContain('W Test    : seen in the log\n');
    expect((await adb('logcat', '-d', '-s', 'Other')).out).not.toContain('seen in the log');
  });

  test('sets up, lists and removes reverse tunnels', async () => {
    const port = (await adb('reverse', 'tcp:0', 'tcp:4000')).out.trim();
    expect(Number(port)).toBeGreaterThan(1024);
    await adb('reverse', 'localabstract:scrcpy', 'tcp:4001');
    expect((await adb('reverse', '--list')).out).toContain('localabstract:scrcpy tcp:4001\n');
    expect((await adb('reverse', '--remove', 'localabstract:scrcpy')).code).toBe(0);
    expect((await adb('reverse', '--remove', 'localabstract:scrcpy')).code).toBe(1);
    expect((await adb('reverse', '--remove-all')).code).toBe(0);
    expect((await adb('reverse', '--list')).out.trim()).toBe('');
  });

  test('shows each iteration of a loop on a terminal at once, and ^C ends it', async () => {
    const shown: string[] = [];
    const child = host.start('shell', '-tt');
    const ended = once(child, 'exit');
    child.stdout?.on('data', (data: Buffer) => shown.push(data.toString()));
    const screen = () => shown.join('');
    try {
      child.stdin?.write(
        'i=0; while true; do i=$((i+1)); echo round $i; sleep 0.05; done | grep -v nothing\n',
      );
      await expect.poll(screen, { timeout: 60_000 }).toContain('round 3\r\n');
      child.stdin?.write('\x03');
      await expect.poll(screen, { timeout: 60_000 }).toContain('130|shiba:/ $ ');
      child.stdin?.end('exit 5\n');
      expect((await ended)[0]).toBe(5);
    } finally {
      child.kill();
    }
  });

  test('sets up forward tunnels to sockets of the phone', async () => {
    const listener = phone.phone.sockets.listen('echo', (socket) => socket.pipe(socket));
    const port = Number((await adb('forward', 'tcp:0', 'localabstract:echo')).out);
    const client = connect(port, '127.0.0.1');
    client.write('through the tunnel');
    expect(String((await once(client, 'data'))[0])).toBe('through the tunnel');
    client.destroy();
    listener.close();
    // Without a listener, the connection ends without a byte.
    expect(await text(connect(port, '127.0.0.1'))).toBe('');
    expect((await adb('forward', '--list')).out).toContain(`tcp:${port} localabstract:echo`);
    expect((await adb('forward', '--remove', `tcp:${port}`)).code).toBe(0);
  });

  test('reports its serial number and features', async () => {
    expect((await adb('get-serialno')).out).toBe(`127.0.0.1:${phone.phone.port}\n`);
    expect((await adb('features')).out).toContain('shell_v2\n');
    expect((await adb('shell', 'getprop ro.serialno')).out).toBe(`${phone.phone.model.serial}\n`);
  });

  test('refuses to be sideloaded', async () => {
    expect((await adb('sideload', join(folder, 'app.apk'))).code).not.toBe(0);
  });

  test('refuses root like a phone that was sold', async () => {
    expect((await adb('root')).out).toContain('adbd cannot run as root in production builds');
    expect((await adb('remount')).err).toContain('Not running as root');
    expect((await adb('shell', 'su -c id')).code).toBe(127);
    expect((await adb('disable-verity')).out).toContain('verity cannot be disabled');
  });

  test('reboots the phone, which comes back', async () => {
    await phone.phone.setFaults({ rebootMs: 100 });
    await adb('reboot');
    await expect.poll(() => phone.android.calls).toContain('reboot');
    // adb keeps the dead connection for a while, so it must be disconnected first.
    await expect
      .poll(
        async () => {
          await raw(['disconnect', address]);
          await raw(['connect', address]);
          return (await adb('shell', 'getprop sys.boot_completed')).out;
        },
        { timeout: 60_000 },
      )
      .toBe('1\n');
  });
});
