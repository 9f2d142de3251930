// Records the clips and still pictures of the public site from virtual phones, over adb and scrcpy:
// `node packages/virtual-phone/test/record-clips.ts <folder>`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Adb } from '@yume-chan/adb';
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import { ReadableStream, WritableStream } from '@yume-chan/stream-extra';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { startFleet } from '../src/fleet.ts';
import { startAndroid } from '../src/start-android.ts';
import { connectTango } from '../src/testing/tango-host.ts';
import { type Scene, type Screen, scenes } from './clip-scenes.ts';

const SERVER_PATH = '/data/local/tmp/scrcpy-server.jar';
const STILL_WIDTH = 644;
const CLIP_LONG_SIDE = 960;
const CLIP_BITS_PER_SECOND = 1_200_000;

const folder = process.argv[2] ?? 'clips';
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'record-clips-'));
const phones = await startFleet(
  { startAndroid, now: Date.now, onError: (context, error) => console.error(context, error) },
  { dataDir, count: 12, ports: [] },
);
try {
  for (const scene of scenes) await record(scene);
} finally {
  await Promise.all(phones.map((phone) => phone.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}

async function record(scene: Scene): Promise<void> {
  const phone = phones.find(({ model }) => model.tag === scene.tag);
  if (phone === undefined) throw new Error(`there is no ${scene.tag}`);
  const adb = await connectTango(phone.port);
  const screen = screenOf(adb, phone.model.width, phone.model.height);
  try {
    await scene.prepare(screen);
    writeStill(scene.name, await loadImage(await pngOf(adb)), scene.stillWidth ?? STILL_WIDTH);
    if (scene.act !== undefined)
      writeFileSync(join(folder, `${scene.name}.mp4`), await film(adb, scene.act, screen));
    console.log(scene.name);
  } finally {
    await adb.close();
  }
}

function screenOf(adb: Adb, width: number, height: number): Screen {
  const shell = async (command: string) => adb.subprocess.noneProtocol.spawnWaitText(command);
  const at = (x: number, y: number) => `${Math.round(x * width)} ${Math.round(y * height)}`;
  return {
    shell,
    wait,
    swipe: (from, to, ms) => shell(`input swipe ${at(...from)} ${at(...to)} ${ms}`),
  };
}

async function pngOf(adb: Adb): Promise<Buffer> {
  return Buffer.from(await adb.subprocess.noneProtocol.spawnWait('screencap -p'));
}

function writeStill(name: string, picture: Awaited<ReturnType<typeof loadImage>>, width: number): void {
  const height = Math.round((picture.height * width) / picture.width);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  writeFileSync(join(folder, `${name}.webp`), canvas.toBuffer('image/webp', 82));
}

/** Writes the phone's H.264 stream into an MP4 without encoding it again. */
async function film(adb: Adb, act: (screen: Screen) => Promise<void>, screen: Screen): Promise<Uint8Array> {
  await AdbScrcpyClient.pushServer(adb, ReadableStream.from([new Uint8Array(100)]) as never, SERVER_PATH);
  const options = { maxSize: CLIP_LONG_SIDE, videoBitRate: CLIP_BITS_PER_SECOND, maxFps: 24, audio: false };
  const client = await AdbScrcpyClient.start(adb, SERVER_PATH, new AdbScrcpyOptions3_3_3(options));
  const video = await client.videoStream;
  if (video === undefined) throw new Error('the phone sends no video');
  const packets: ScrcpyMediaStreamPacket[] = [];
  const collected = video.stream.pipeTo(new WritableStream({ write: (packet) => void packets.push(packet) }));
  await wait(500);
  await act(screen);
  await client.close();
  await collected.catch(() => undefined);
  return mp4Of(packets, { codedWidth: video.width, codedHeight: video.height });
}

async function mp4Of(
  packets: ScrcpyMediaStreamPacket[],
  size: { codedWidth: number; codedHeight: number },
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  let parameterSets = new Uint8Array();
  let firstUs: number | undefined;
  for (const packet of packets) {
    if (packet.type === 'configuration') {
      parameterSets = new Uint8Array(packet.data);
      continue;
    }
    const us = Number(packet.pts ?? 0n);
    firstUs ??= us;
    const isKey = packet.keyframe === true;
    const data = isKey ? Buffer.concat([parameterSets, packet.data]) : packet.data;
    await source.add(new EncodedPacket(data, isKey ? 'key' : 'delta', (us - firstUs) / 1e6, 1 / 24), {
      decoderConfig: { codec: 'avc1.42E020', ...size },
    });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('nothing was recorded');
  return new Uint8Array(target.buffer);
}
