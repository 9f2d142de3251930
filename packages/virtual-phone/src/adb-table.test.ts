// Debian's adb against a simulated phone: the commands that adb-command.test.ts doesn't run, and the refusals of each.
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdbHost, findsAdb, openAdbHost } from '../test/adb-host.ts';
import { startTestPhone, type TestPhone } from './testing/test-phone.ts';

describe.skipIf(!findsAdb())('adb', () => {
  let phone: TestPhone;
  let host: AdbHost;
  const adb: AdbHost['run'] = (...args) => host.run(...args);
  const at = (name: string): string => join(host.folder, name);

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

  test.each([
    ['output, error output and code apart', ['-T', 'echo out; echo err >&2; exit 300'], 44, 'out\n', 'err\n'],
    [
      'both in one, and no code, in the old protocol',
      ['-x', 'echo out; echo err >&2; exit 3'],
      0,
      'out\nerr\n',
      '',
    ],
    ['no input', ['-n', 'cat; echo end'], 0, 'end\n', ''],
    [
      'a command that is none',
      ['nonsense'],
      127,
      '',
      '/system/bin/sh: nonsense: inaccessible or not found\n',
    ],
    ['no terminal', ['tty; stty size'], 1, 'not a tty\n', 'stty: standard input: Not a tty\n'],
    ['a process of another', ['kill 1'], 1, '', "kill: bad pid '1': Operation not permitted\n"],
  ] as const)('shell: %s', async (_what, args, code, out, err) => {
    expect(await adb('shell', ...args)).toEqual({ code, out, err });
  });

  test('shell: a terminal has the size of its window', async () => {
    const { code, out } = await adb('shell', '-tt', 'stty size; tty');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+ \d+\r\n\/dev\/pts\/0\r\n$/);
  });

  test('exec-out transfers bytes unchanged, exec-in reads all of them after its host has disconnected', async () => {
    expect(await adb('exec-out', 'echo raw; echo err >&2; exit 4')).toEqual({
      code: 0,
      out: 'raw\nerr\n',
      err: '',
    });
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index & 0xff));
    const port = `127.0.0.1:${phone.phone.port}`;
    expect((await host.raw(['-s', port, 'exec-in', 'cat > /data/local/tmp/in'], bytes)).code).toBe(0);
    await expect
      .poll(async () =>
        (await host.raw(['-s', port, 'exec-out', 'cat', '/data/local/tmp/in'])).out.equals(bytes),
      )
      .toBe(true);
  });

  test('push and pull keep links, times and existing files', async () => {
    mkdirSync(at('tree/inner'), { recursive: true });
    writeFileSync(at('tree/inner/a'), 'A', { mode: 0o640 });
    writeFileSync(at('tree/run.sh'), 'run', { mode: 0o755 });
    utimesSync(at('tree/inner/a'), 1e9, 1e9);
    symlinkSync('inner/a', at('tree/link'));
    const to = '/data/local/tmp/tree';
    expect((await adb('push', at('tree'), to)).out).toContain('3 files pushed, 0 skipped');
    // adbd gives the owner's permissions to group and others as well.
    expect(
      (await adb('shell', `stat -c "%a %Y %F" ${to}/inner/a ${to}/run.sh; readlink ${to}/link`)).out,
    ).toMatch(/^666 1000000000 regular file\n777 \d+ regular file\ninner\/a\n$/);
    expect((await adb('push', '--sync', at('tree'), `${to}-again`)).out).toContain(
      '3 files pushed, 0 skipped',
    );
    await adb('shell', `rm -r ${to}; mv ${to}-again ${to}; mkdir ${to}/tree`);
    expect((await adb('pull', '-a', to, at('back'))).code).toBe(0);
    expect(statSync(at('back/inner/a')).mtimeMs).toBe(1e12);
    expect((await adb('pull', `${to}/link`, at('followed'))).code).toBe(0);
    expect(readFileSync(at('followed'), 'utf8')).toBe('A');
    expect((await adb('ls', `${to}/inner`)).out).toMatch(/^000081b6 00000001 3b9aca00 a$/m);
    expect(await adb('ls', '/nothing')).toEqual({ code: 0, out: '', err: '' });
  });

  test.each([
    ['push of what is not there', ['push', '/nothing/here', '/sdcard/'], "cannot stat '/nothing/here'"],
    ['pull of what is not there', ['pull', '/nothing', '.'], "failed to stat remote object '/nothing'"],
    [
      'push into what is no folder',
      ['push', 'FILE', 'FILE', '/sdcard/no/'],
      "target '/sdcard/no/' is not a directory",
    ],
    ['push where only the maker writes', ['push', 'FILE', '/system/x'], 'Read-only file system'],
    [
      'push into an app’s own data',
      ['push', 'FILE', '/data/data/com.android.settings/x'],
      'Permission denied',
    ],
    ['pull of the system’s own data', ['pull', '/data/system/users', '.'], 'failed to stat remote object'],
  ])('%s is refused with the reason', async (_what, args, reason) => {
    writeFileSync(at('file'), 'x');
    const { code, out, err } = await adb(...args.map((arg) => (arg === 'FILE' ? at('file') : arg)));
    expect(code).toBe(1);
    expect(out + err).toContain(reason);
  });

  test('refused installs have Android’s reasons', async () => {
    const apk = (name: string, plan: Partial<Parameters<typeof buildApk>[0]>): string => {
      writeFileSync(at(name), buildApk({ packageName: 'org.example.row', ...plan }));
      return at(name);
    };
    writeFileSync(at('garbage.apk'), 'no zip at all');
    const install = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await adb(...args);
      return `${code} ${/Success|INSTALL_[A-Z_]+/.exec(out + err)?.[0] ?? out + err}`;
    };
    expect(await install('install', apk('new.apk', { versionCode: 5 }))).toBe('0 Success');
    const old = apk('old.apk', { versionCode: 1 });
    expect(await install('install', '-r', old)).toBe('1 INSTALL_FAILED_VERSION_DOWNGRADE');
    expect(await install('install', '-r', '-d', old)).toBe('0 Success');
    expect(await install('install', at('garbage.apk'))).toBe('1 INSTALL_PARSE_FAILED_NOT_APK');
    expect(await install('install', '--no-streaming', at('garbage.apk'))).toBe(
      '1 INSTALL_PARSE_FAILED_NOT_APK',
    );
    expect(await install('install', apk('t.apk', { packageName: 'org.example.t', testOnly: true }))).toBe(
      '1 INSTALL_FAILED_TEST_ONLY',
    );
    expect(await install('install', '-t', at('t.apk'))).toBe('0 Success');
    expect(await install('install', apk('bare.apk', { packageName: 'org.example.u', unsigned: true }))).toBe(
      '1 INSTALL_PARSE_FAILED_NO_CERTIFICATES',
    );
    expect(await install('install', at('file'))).toContain("filename doesn't end .apk");
    const split = apk('split.apk', { split: 'extra', versionCode: 1 });
    expect(await install('install-multiple', '-r', split)).toBe('1 INSTALL_FAILED_INVALID_APK');
    expect(await install('install-multiple', '-r', old, at('garbage.apk'))).toBe(
      '1 INSTALL_PARSE_FAILED_NOT_APK',
    );
    expect((await adb('uninstall', 'com.android.settings')).code).toBe(1);
    for (const name of ['row', 't']) expect((await adb('uninstall', `org.example.${name}`)).code).toBe(0);
    // Failed installs leave no staged files.
    expect((await adb('shell', 'ls /data/local/tmp/*.apk')).code).not.toBe(0);
  });

  test('a full phone refuses files and apps', async () => {
    await phone.phone.setFaults({ fullStorage: true });
    writeFileSync(at('full.apk'), buildApk({ packageName: 'org.example.full' }));
    const installed = await adb('install', at('full.apk'));
    const pushed = await adb('push', at('full.apk'), '/sdcard/full');
    await phone.phone.setFaults({ fullStorage: false });
    expect(installed.err).toContain('INSTALL_FAILED_INSUFFICIENT_STORAGE');
    expect(pushed.out + pushed.err).toContain('No space left on device');
  });

  test('reverse tunnels carry bytes, can be rebound if allowed, and refuse unknown sockets', async () => {
    const servers: Server[] = [];
    const greet = async (words: string): Promise<number> => {
      const server = createServer((socket) => socket.end(words));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as { port: number }).port;
    };
    const [first, second] = [await greet('first'), await greet('second')];
    expect(await adb('reverse', 'localabstract:greeting', `tcp:${first}`)).toMatchObject({ code: 0 });
    const heard = async (): Promise<string> => text(await phone.phone.sockets.connect('greeting'));
    expect(await heard()).toBe('first');
    expect((await adb('reverse', '--no-rebind', 'localabstract:greeting', `tcp:${second}`)).err).toContain(
      'cannot rebind existing socket',
    );
    await adb('reverse', 'localabstract:greeting', `tcp:${second}`);
    expect(await heard()).toBe('second');
    expect((await adb('reverse', 'nonsense', 'tcp:1')).err).toContain('unknown socket specification');
    // The tunnel stays open while its host's server is closed.
    for (const server of servers) server.close();
    expect(await heard()).toBe('');
    expect((await adb('reverse', '--remove-all')).code).toBe(0);
    await expect(heard()).rejects.toThrow('nobody listens');
  });

  test('forward tunnels carry many connections, and are listed and removed', async () => {
    const listener = phone.phone.sockets.listen('upper', (socket) => {
      socket.on('data', (data: Buffer) => socket.write(data.toString().toUpperCase()));
    });
    const port = Number((await adb('forward', 'tcp:0', 'localabstract:upper')).out);
    const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    const answers = clients.map(async (client, index) => {
      client.write(`client ${index}`);
      return String((await once(client, 'data'))[0]);
    });
    expect(await Promise.all(answers)).toEqual(clients.map((_, index) => `CLIENT ${index}`));
    for (const client of clients) client.destroy();
    listener.close();
    expect((await adb('forward', '--no-rebind', `tcp:${port}`, 'tcp:1')).err).toContain('cannot rebind');
    expect((await adb('forward', '--remove', 'tcp:9')).err).toContain("listener 'tcp:9' not found");
    expect((await adb('forward', '--remove-all')).code).toBe(0);
    expect((await adb('forward', '--list')).out.trim()).toBe('');
  });

  test('the log is limited, filtered, cleared, and separated by buffers', async () => {
    const { log } = phone.phone.world;
    for (let line = 1; line <= 5; line++) log.add('E', 'Row', `line ${line}`);
    expect((await adb('logcat', '-d', '-t', '2', 'Row:V', '*:S')).out.match(/line \d/g)).toEqual([
      'line 4',
      'line 5',
    ]);
    expect((await adb('logcat', '-d', '-v', 'brief', 'Row:E', '*:S')).out).toContain(
      'E/Row     ( 1342): line 1\n',
    );
    expect(await adb('logcat', '-b', 'crash', '-d')).toEqual({ code: 0, out: '', err: '' });
    expect((await adb('logcat', '-b', 'nonsense', '-d')).err).toContain("Unknown buffer 'nonsense'");
    expect((await adb('logcat', '-c')).code).toBe(0);
    expect((await adb('logcat', '-d')).out).toBe('');
  });

  test.each([
    ['root', 'adbd cannot run as root in production builds'],
    ['unroot', 'adbd not running as root'],
    ['remount', 'Not running as root'],
    ['disable-verity', 'verity cannot be disabled'],
    ['enable-verity', 'verity cannot be disabled'],
    ['jdwp', ''],
    ['emu kill', ''],
    ['ppp tty', 'could not open adb service'],
    ['tcpip 99999', 'invalid port'],
    ['sideload /nothing', 'failed to stat'],
  ])('%s is answered as by a phone that was sold', async (command, answer) => {
    const { out, err } = await adb(...command.split(' '));
    expect(out + err).toContain(answer);
    expect((await adb('get-state')).out).toBe('device\n');
  });
});
