// Tango's client against a phone, straight to its port. The agent's own tests go through Debian's adb server as well.
import { createHash, randomBytes } from 'node:crypto';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { type Adb, LinuxFileType } from '@yume-chan/adb';
import { ReadableStream, WritableStream } from '@yume-chan/stream-extra';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTango } from './testing/tango-host.ts';
import { startTestPhone, type TestPhone } from './testing/test-phone.ts';

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  await stream.pipeTo(new WritableStream({ write: (piece) => void pieces.push(piece) }));
  return Buffer.concat(pieces).toString();
}

describe('Tango', () => {
  let phone: TestPhone;
  let adb: Adb;

  beforeAll(async () => {
    phone = await startTestPhone();
    adb = await connectTango(phone.phone.port);
  });

  afterAll(async () => {
    await adb.close();
    await phone[Symbol.asyncDispose]();
    expect(phone.errors).toEqual([]);
  });

  async function shell(command: string): Promise<{ stdout: string; stderr: string; exitCode: number }> {
    const process = await adb.subprocess.shellProtocol?.spawn(command);
    if (process === undefined) throw new Error('no shell protocol');
    const [stdout, stderr, exitCode] = await Promise.all([
      text(process.stdout),
      text(process.stderr),
      process.exited,
    ]);
    return { stdout, stderr, exitCode };
  }

  test('properties, output, error output and exit code arrive separately', async () => {
    expect(await adb.getProp('ro.product.model')).toBe('Pixel 8');
    expect(await shell('echo out; echo error >&2; exit 7')).toEqual({
      stdout: 'out\n',
      stderr: 'error\n',
      exitCode: 7,
    });
  });

  test('ten megabytes go to the phone and come back the same, with mode and time', async () => {
    const bytes = randomBytes(10 * 1024 * 1024);
    const sync = await adb.sync();
    try {
      await sync.write({
        filename: '/data/local/tmp/big.bin',
        file: new ReadableStream<Uint8Array>({
          start(controller) {
            for (let at = 0; at < bytes.length; at += 1_000_000)
              controller.enqueue(bytes.subarray(at, at + 1_000_000));
            controller.close();
          },
        }) as never,
        type: LinuxFileType.File,
        permission: 0o640,
        mtime: 1_700_000_000,
      });
      const stat = await sync.stat('/data/local/tmp/big.bin');
      expect(Number(stat.size)).toBe(bytes.length);
      expect(Number(stat.mtime)).toBe(1_700_000_000);
      const hash = createHash('sha256');
      for await (const piece of sync.read('/data/local/tmp/big.bin')) hash.update(piece);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    } finally {
      await sync.dispose();
    }
  });

  test('a folder is listed with its entries', async () => {
    await shell('mkdir -p /sdcard/Download/list/inner; echo abc > /sdcard/Download/list/a.txt');
    const sync = await adb.sync();
    const entries = (await sync.readdir('/sdcard/Download/list')).filter(({ name }) => !name.startsWith('.'));
    await sync.dispose();
    expect(entries.map(({ name, type }) => [name, type]).sort()).toEqual([
      ['a.txt', LinuxFileType.File],
      ['inner', LinuxFileType.Directory],
    ]);
  });

  test('a push to where shell may not write fails with the reason', async () => {
    const sync = await adb.sync();
    const writing = sync.write({
      filename: '/system/app/x',
      file: new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from('x'));
          controller.close();
        },
      }) as never,
    });
    await expect(writing).rejects.toThrow('Read-only file system');
    await sync.dispose();
  });

  test('a reverse tunnel carries bytes from the phone to the host and back', async () => {
    const heard = Promise.withResolvers<string>();
    await adb.reverse.add('localabstract:tunnel', (socket) => {
      void (async () => {
        const reader = socket.readable.getReader();
        const { value } = await reader.read();
        heard.resolve(Buffer.from(value ?? []).toString());
        const writer = socket.writable.getWriter();
        await writer.write(Buffer.from('from host') as never);
        await socket.close();
      })();
    });
    const socket = await phone.phone.sockets.connect('tunnel');
    socket.write('from phone');
    expect(await heard.promise).toBe('from phone');
    const answer: Buffer[] = [];
    for await (const piece of socket) answer.push(piece as Buffer);
    expect(Buffer.concat(answer).toString()).toBe('from host');
    await adb.reverse.remove('localabstract:tunnel');
    await expect(phone.phone.sockets.connect('tunnel')).rejects.toThrow('nobody listens');
  });

  test('the host can connect to a socket of the phone', async () => {
    const listening = phone.phone.sockets.listen('greeter', (socket) => socket.end('hello'));
    const socket = await adb.createSocket('localabstract:greeter');
    expect(await text(socket.readable)).toBe('hello');
    listening.close();
    await expect(adb.createSocket('localabstract:greeter')).rejects.toThrow();
  });

  test('the scrcpy server starts only when its file was pushed, and ends with its shell', async () => {
    const command =
      'CLASSPATH=/data/local/tmp/scrcpy-server.jar app_process / com.genymobile.scrcpy.Server 3.3.3 scid=1 audio=false';
    expect((await shell(command)).stderr).toContain('ClassNotFoundException');
    await shell('echo jar > /data/local/tmp/scrcpy-server.jar');
    const socket = await adb.createSocket(`shell:${command}`);
    const reader = socket.readable.getReader();
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString()).toContain('[server] INFO: Device: [Google] Pixel 8');
    expect(phone.android.calls).toContain('scrcpy 3.3.3 scid=1 audio=false');
    await socket.close();
    await expect.poll(() => phone.android.calls).toContain('scrcpy stopped');
  });

  test('an interactive shell echoes, keeps its working directory and ends with its exit code', async () => {
    const pty = await adb.subprocess.shellProtocol?.pty();
    if (pty === undefined) throw new Error('no shell protocol');
    const writer = pty.input.getWriter();
    const type = (keys: string) => writer.write(Buffer.from(keys) as never);
    let screen = '';
    const shown = pty.output.pipeTo(
      new WritableStream({
        write(piece) {
          screen += Buffer.from(piece).toString();
        },
      }),
    );
    await type('cd /sdcard/Download\rpwd\r');
    await expect.poll(() => screen).toContain('shiba:/sdcard/Download $ pwd\r\n/sdcard/Download\r\n');
    await pty.resize(33, 101);
    await type('stty size\r');
    await expect.poll(() => screen).toContain('stty size\r\n33 101\r\n');
    await type('sleep 100\r');
    await expect.poll(() => screen).toContain('sleep 100\r\n');
    await type('\x03');
    await expect.poll(() => screen).toContain('^C\r\n130|shiba:/sdcard/Download $ ');
    await type('exot\x7f\x7fit 5\r');
    expect(await pty.exited).toBe(5);
    await shown;
    expect(screen).toContain('shiba:/ $ ');
  });

  test('a streamed APK is installed, described and removed', async () => {
    const apk = buildApk({ packageName: 'org.example.hello', label: 'Hello', versionCode: 3 });
    const process = await adb.subprocess.noneProtocol.spawn(`cmd package install -S ${apk.length}`);
    const writer = process.stdin.getWriter();
    await writer.write(apk as never);
    expect(await text(process.output)).toBe('Success\n');
    expect(phone.phone.world.packages.get('org.example.hello')).toMatchObject({
      label: 'Hello',
      versionCode: 3,
      versionName: '3.0',
      launcherActivity: 'org.example.hello.Main',
    });
    expect((await shell('pm list packages -3')).stdout).toBe('package:org.example.hello\n');
    const path = (await shell('pm path org.example.hello')).stdout.trim().replace('package:', '');
    expect((await shell(`cat ${path} | wc -c`)).stdout.trim()).toBe(String(apk.length));
    expect((await shell('pm uninstall org.example.hello')).stdout).toBe('Success\n');
    expect(phone.phone.world.packages.get('org.example.hello')).toBeUndefined();
  });
});
