// A scrcpy client made of Tango's serializers and parsers, an independent implementation of the other side.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import {
  h264ParseConfiguration,
  ScrcpyControlMessageSerializer,
  type ScrcpyMediaStreamPacket,
  ScrcpyOptions3_3_3,
} from '@yume-chan/scrcpy';
import type { ReadableStream, ReadableStreamDefaultReader } from '@yume-chan/stream-extra';
import { expect, vi } from 'vitest';
import { type AndroidHalfWithFaults, startAndroid } from '../android/start-android.ts';
import { createTestWorld, type TestWorld } from '../android/test-world.ts';

export const SMALL = { width: 360, height: 800, density: 160 };
const running: AndroidHalfWithFaults[] = [];

/** Has `stopTestPhones` stop this one too. */
export function stopAfterTest(android: AndroidHalfWithFaults): void {
  running.push(android);
}

/** For `afterEach`: stops every phone that this file has started. */
export async function stopTestPhones(): Promise<void> {
  for (const android of running.splice(0)) await android.stop();
}

export async function startTestPhone(): Promise<{ world: TestWorld; android: AndroidHalfWithFaults }> {
  const world = createTestWorld(SMALL);
  const android = await startAndroid(world);
  running.push(android);
  return { world, android };
}

export type Packets = ReadableStreamDefaultReader<ScrcpyMediaStreamPacket>;

export interface Client {
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
export async function connectClient(
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

export async function readExactly(socket: Duplex, length: number): Promise<Uint8Array> {
  for (let tries = 0; tries < 50; tries++) {
    const bytes = socket.read(length) as Uint8Array | null;
    if (bytes) return bytes;
    await once(socket, 'readable');
  }
  throw new Error(`no ${length} bytes came`);
}

/** Next packet; fails when the stream has ended. */
export async function next(packets: Packets): Promise<ScrcpyMediaStreamPacket> {
  const { value, done } = await packets.read();
  if (done) throw new Error('the stream has ended');
  return value;
}

/** Reads until a config packet comes, at most 60 packets. */
export async function nextConfig(packets: Packets) {
  for (let i = 0; i < 60; i++) {
    const packet = await next(packets);
    if (packet.type === 'configuration') return h264ParseConfiguration(packet.data);
  }
  throw new Error('no config packet came');
}

/** Waits until `condition` holds; after 2 s the assertion that follows says what is wrong. */
export async function reached(condition: () => boolean): Promise<void> {
  await vi
    .waitFor(() => expect(condition()).toBe(true), { timeout: 2_000, interval: 10 })
    .catch(() => undefined);
}

/** Waits until a count has not changed for a while, at most 8 s; answers it. */
export async function quiet(count: () => number, forMs: number): Promise<number> {
  let last = count();
  let sinceMs = performance.now();
  const check = (): void => {
    const now = count();
    if (now !== last) sinceMs = performance.now();
    last = now;
    expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(forMs);
  };
  await vi.waitFor(check, { timeout: 8_000, interval: 20 });
  return last;
}
