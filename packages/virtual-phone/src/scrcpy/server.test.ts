// The server against Tango's serializers and parsers, an independent implementation of the other side.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import {
  AndroidKeyEventAction,
  AndroidMotionEventAction,
  h264ParseConfiguration,
  ScrcpyControlMessageSerializer,
  type ScrcpyMediaStreamPacket,
  ScrcpyOptions3_3_3,
} from '@yume-chan/scrcpy';
import type { ReadableStream, ReadableStreamDefaultReader } from '@yume-chan/stream-extra';
import { afterEach, expect, test } from 'vitest';
import { type AndroidHalfWithFaults, startAndroid } from '../android/start-android.ts';
import { createTestWorld, type TestWorld } from '../android/test-world.ts';

const SMALL = { width: 360, height: 800, density: 160 };
const running: AndroidHalfWithFaults[] = [];

afterEach(async () => {
  for (const android of running.splice(0)) await android.stop();
});

async function phone(): Promise<{ world: TestWorld; android: AndroidHalfWithFaults }> {
  const world = createTestWorld(SMALL);
  const android = await startAndroid(world);
  running.push(android);
  return { world, android };
}

type Packets = ReadableStreamDefaultReader<ScrcpyMediaStreamPacket>;

interface Client {
  readonly packets: Packets;
  readonly size: { width: number; height: number };
  readonly control: Duplex;
  readonly write: ScrcpyControlMessageSerializer;
  readonly options: ScrcpyOptions3_3_3<true>;
  readonly sockets: Duplex[];
  readonly printed: string[];
  readonly done: Promise<number>;
  stop(): void;
}

/** Starts a server through the forward tunnel, without audio, and reads up to the first packet. */
async function connect(
  { world, android }: { world: TestWorld; android: AndroidHalfWithFaults },
  init: ConstructorParameters<typeof ScrcpyOptions3_3_3<true>>[0] = {},
): Promise<Client> {
  const options = new ScrcpyOptions3_3_3({ audio: false, tunnelForward: true, maxSize: 400, ...init });
  const printed: string[] = [];
  const run = android.startScrcpyServer(['3.3.3', ...options.serialize()], (line) => printed.push(line));
  const name = `scrcpy_${options.value.scid?.toString().padStart(8, '0')}`;
  const video = world.dial(options.value.scid ? name : 'scrcpy');
  const control = world.dial(options.value.scid ? name : 'scrcpy');
  expect([...((await readExactly(video, 1)) ?? [])]).toEqual([0]);
  const { metadata, stream } = await options.parseVideoStreamMetadata(toWeb(video));
  const packets = stream.pipeThrough(options.createMediaStreamTransformer()).getReader();
  return {
    packets,
    size: { width: metadata.width ?? 0, height: metadata.height ?? 0 },
    control,
    write: new ScrcpyControlMessageSerializer(options),
    options,
    sockets: [video, control],
    printed,
    done: run.done,
    stop: run.stop,
  };
}

function toWeb(socket: Duplex): ReadableStream<Uint8Array> {
  return Duplex.toWeb(socket).readable as unknown as ReadableStream<Uint8Array>;
}

async function readExactly(socket: Duplex, length: number): Promise<Uint8Array> {
  for (let tries = 0; tries < 50; tries++) {
    const bytes = socket.read(length) as Uint8Array | null;
    if (bytes) return bytes;
    await once(socket, 'readable');
  }
  throw new Error(`no ${length} bytes came`);
}

/** Next packet; fails when the stream has ended. */
async function next(packets: Packets): Promise<ScrcpyMediaStreamPacket> {
  const { value, done } = await packets.read();
  if (done) throw new Error('the stream has ended');
  return value;
}

/** Reads until a config packet comes, at most 60 packets. */
async function nextConfig(packets: Packets) {
  for (let i = 0; i < 60; i++) {
    const packet = await next(packets);
    if (packet.type === 'configuration') return h264ParseConfiguration(packet.data);
  }
  throw new Error('no config packet came');
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

/** Waits until a count has not changed for a while; bounded. */
async function quiet(count: () => number, forMs: number): Promise<number> {
  let last = -1;
  for (let i = 0; i < 20 && last !== count(); i++) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, forMs));
  }
  return count();
}

test('RESET_VIDEO gives a new config packet and a key frame', async () => {
  const client = await connect(await phone());
  await nextConfig(client.packets);
  client.control.write(client.write.resetVideo());
  await nextConfig(client.packets);
  expect(await next(client.packets)).toMatchObject({ keyframe: true });
});

test('turning the phone starts a session of the turned size', async () => {
  const client = await connect(await phone());
  await nextConfig(client.packets);
  client.control.write(client.write.rotateDevice());
  expect(await nextConfig(client.packets)).toMatchObject({ croppedWidth: 400, croppedHeight: 184 });
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

const bounded = async (condition: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a tap on an icon opens its app, typed text is saved, and both change the picture', async () => {
  const device = await phone();
  const client = await connect(device);
  await nextConfig(client.packets);
  const icon = device.android.screen.visibleTexts().find((text) => text.text === 'Clock');
  expect(icon).toMatchObject({ clickable: true });
  const scale = client.size.width / SMALL.width;
  tap(client, { x: (icon?.x ?? 0) * scale + 4, y: ((icon?.y ?? 0) - 20) * scale });
  await bounded(() => device.android.screen.focusedActivity.startsWith('com.android.deskclock/'));
  expect(device.android.screen.focusedActivity).toMatch(/^com\.android\.deskclock\//);
  client.control.write(client.write.startApp('com.android.notes'));
  await bounded(() => device.android.screen.focusedActivity.startsWith('com.android.notes/'));
  client.control.write(client.write.injectText('héllo'));
  const note = () => Buffer.from(device.world.stored.get('/sdcard/Documents/note.txt') ?? []).toString();
  await bounded(() => note() === 'héllo');
  expect(note()).toBe('héllo');
});

test('a position from a picture of another size is dropped', async () => {
  const device = await phone();
  const client = await connect(device);
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

test('the server ends when its shell goes away', async () => {
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
  expect(printed.join('\n')).toMatch(/does not match the client \(2\.0\)[\s\S]*Connection refused/);
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

test('a frozen encoder answers no reset, and works again when the server is started anew', async () => {
  const device = await phone();
  const client = await connect(device);
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
  await nextConfig((await connect(device)).packets);
});

test('an encoder that refuses a size is tried smaller, and the client is told', async () => {
  const device = await phone();
  device.android.encoderFaults.failAt((size) => size.height > 900);
  const world = createTestWorld({ width: 720, height: 1600, density: 320 });
  const android = await startAndroid(world);
  running.push(android);
  android.encoderFaults.failAt((size) => size.height > 1100);
  const client = await connect({ world, android }, { maxSize: 0 });
  expect(await nextConfig(client.packets)).toMatchObject({ croppedHeight: 1024 });
  expect(client.printed.join('\n')).toContain('Retrying with -m1280...');
});
