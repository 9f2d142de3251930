// A scrcpy client for tests. Tango's serializers and parsers make it independent of the server that it tests.
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { AndroidHalf } from '@pocketfleet/phone-parts';
import {
  AndroidMotionEventAction,
  h264ParseConfiguration,
  ScrcpyControlMessageSerializer,
  type ScrcpyMediaStreamPacket,
  ScrcpyOptions3_3_3,
} from '@yume-chan/scrcpy';
import type { ReadableStream, ReadableStreamDefaultReader } from '@yume-chan/stream-extra';
import { expect } from 'vitest';

/** A phone with a scrcpy server. */
interface Streamed {
  readonly world: { dial(name: string): Duplex | Promise<Duplex> };
  readonly android: Pick<AndroidHalf, 'startScrcpyServer'>;
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
export async function connect(
  { world, android }: Streamed,
  init: ConstructorParameters<typeof ScrcpyOptions3_3_3<true>>[0] = {},
): Promise<Client> {
  const options = new ScrcpyOptions3_3_3({ audio: false, tunnelForward: true, maxSize: 400, ...init });
  const printed: string[] = [];
  const run = android.startScrcpyServer(['3.3.3', ...options.serialize()], (line) => printed.push(line));
  const name = `scrcpy_${options.value.scid?.toString().padStart(8, '0')}`;
  const video = await world.dial(options.value.scid ? name : 'scrcpy');
  const control = await world.dial(options.value.scid ? name : 'scrcpy');
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

/** Reads until the next config packet, at most 60 packets. */
export async function nextConfig(packets: Packets) {
  for (let i = 0; i < 60; i++) {
    const packet = await next(packets);
    if (packet.type === 'configuration') return h264ParseConfiguration(packet.data);
  }
  throw new Error('no config packet came');
}

/** Waits until a count has not changed for a while; bounded. */
export async function quiet(count: () => number, forMs: number): Promise<number> {
  let last = -1;
  for (let i = 0; i < 20 && last !== count(); i++) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, forMs));
  }
  return count();
}

export function tap(client: Client, at: { x: number; y: number }, size = client.size): void {
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

/** Waits for a condition, at most two seconds; the caller asserts it. */
export const bounded = async (condition: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
};
