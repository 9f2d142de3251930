// How a server ends, and what it does when the phone refuses or fails.
import { afterEach, expect, test } from 'vitest';
import { startAndroid } from '../android/start-android.ts';
import { createTestWorld } from '../android/test-world.ts';
import {
  connectClient,
  next,
  nextConfig,
  quiet,
  reached,
  readExactly,
  startTestPhone,
  stopAfterTest,
  stopTestPhones,
} from '../testing/scrcpy-client.ts';

afterEach(stopTestPhones);

test('the server ends when the client closes a socket, and closes the others', async () => {
  const client = await connectClient(await startTestPhone());
  client.sockets[0]?.destroy();
  expect(await client.done).toBe(0);
  client.control.resume();
  await reached(() => client.control.destroyed || client.control.readableEnded);
  expect(client.control.destroyed || client.control.readableEnded).toBe(true);
});

test('the server ends when its shell goes away', async () => {
  const client = await connectClient(await startTestPhone());
  client.stop();
  expect(await client.done).toBe(0);
});

test('an unknown control message ends the server', async () => {
  const client = await connectClient(await startTestPhone());
  client.control.write(Buffer.from([99]));
  await client.done;
  expect(client.printed.join('\n')).toContain('Unknown event type: 99');
});

test('the reverse tunnel works too, without a dummy byte', async () => {
  const { world, android } = await startTestPhone();
  const accepted = world.accept('scrcpy');
  const run = android.startScrcpyServer(['3.3.4', 'audio=false', 'control=false', 'max_size=400'], () => {});
  const video = await accepted;
  const meta = await readExactly(video, 64);
  expect(Buffer.from(meta).toString().replaceAll('\0', '')).toBe('Pixel 8');
  run.stop();
  expect(await run.done).toBe(0);
});

test('a wrong version and a refused tunnel end with status 1 and the reason', async () => {
  const { android } = await startTestPhone();
  const printed: string[] = [];
  expect(await android.startScrcpyServer(['2.0'], (line) => printed.push(line)).done).toBe(1);
  expect(await android.startScrcpyServer(['3.3.3'], (line) => printed.push(line)).done).toBe(1);
  expect(printed.join('\n')).toMatch(/does not match the client \(2\.0\)[\s\S]*Connection refused/);
});

test('a silent phone sends Opus silence every 20 ms, behind its OpusHead', async () => {
  const { world, android } = await startTestPhone();
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

test('a frozen encoder answers no reset, and works again when the server is started anew', async () => {
  const device = await startTestPhone();
  const client = await connectClient(device);
  await nextConfig(client.packets);
  device.android.encoderFaults.freeze();
  let arrived = 0;
  const reading = (async () => {
    for (let i = 0; i < 60; i++) {
      await next(client.packets);
      arrived++;
    }
  })().catch(() => {});
  const before = await quiet(() => arrived, 100);
  client.control.write(client.write.resetVideo());
  expect(await quiet(() => arrived, 300)).toBe(before);
  client.stop();
  await reading;
  await nextConfig((await connectClient(device)).packets);
});

test('an encoder that refuses a size is tried smaller, and the client is told', async () => {
  const device = await startTestPhone();
  device.android.encoderFaults.failAt((size) => size.height > 900);
  const world = createTestWorld({ width: 720, height: 1600, density: 320 });
  const android = await startAndroid(world);
  stopAfterTest(android);
  android.encoderFaults.failAt((size) => size.height > 1100);
  const client = await connectClient({ world, android }, { maxSize: 0 });
  expect(await nextConfig(client.packets)).toMatchObject({ croppedHeight: 1024 });
  expect(client.printed.join('\n')).toContain('Retrying with -m1280...');
});
