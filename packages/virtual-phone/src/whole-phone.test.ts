// A whole phone over its adb port, with Tango's scrcpy client. The pictures are decoded, so that a changed picture
// means changed pixels.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adb } from '@yume-chan/adb';
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import {
  AndroidMotionEventAction,
  h264ParseConfiguration,
  type ScrcpyMediaStreamPacket,
} from '@yume-chan/scrcpy';
import { ReadableStream } from '@yume-chan/stream-extra';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { modelAt } from './models.ts';
import { type Phone, startPhone } from './phone.ts';
import { startAndroid } from './start-android.ts';
import { connectTango } from './testing/tango-host.ts';

const { VideoDecoder, EncodedVideoChunk } = createRequire(import.meta.url)(
  'node-webcodecs',
) as typeof import('node-webcodecs');

const SERVER_PATH = '/data/local/tmp/scrcpy-server.jar';
const stateDir = mkdtempSync(join(tmpdir(), 'whole-phone-'));
let phone: Phone;
let adb: Adb;

beforeAll(async () => {
  const onError = (context: string, error: unknown) => {
    throw new Error(context, { cause: error });
  };
  phone = await startPhone(
    { startAndroid, now: Date.now, onError },
    { model: modelAt(0), stateDir, port: 0 },
  );
  adb = await connectTango(phone.port);
  // The phone has its own server and only checks that a pushed file exists.
  const file = ReadableStream.from([new Uint8Array(100)]) as never;
  await AdbScrcpyClient.pushServer(adb, file, SERVER_PATH);
});

afterAll(async () => {
  await adb.close();
  await phone.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function startClient(tunnelForward: boolean) {
  return AdbScrcpyClient.start(
    adb,
    SERVER_PATH,
    new AdbScrcpyOptions3_3_3({ tunnelForward, maxSize: 800, videoBitRate: 2_000_000, audio: true }),
  );
}

/** Decodes a stream from its first config packet on. `picture` has 16 brightness samples of the latest picture. */
function decode(packets: ReadableStream<ScrcpyMediaStreamPacket>) {
  let latest: number[] | undefined;
  let config = new Uint8Array();
  const decoder = new VideoDecoder({
    output: (frame) => {
      const luma = new Uint8Array(frame.allocationSize());
      const { codedWidth, codedHeight } = frame;
      void frame.copyTo(luma).then(() => {
        const spot = (i: number) => luma[Math.floor(((i + 0.5) / 16) * codedHeight) * codedWidth + 60] ?? 0;
        latest = Array.from({ length: 16 }, (_, i) => spot(i));
        frame.close();
      });
    },
    error: () => {},
  });
  const size: { width?: number; height?: number } = {};
  const done = (async () => {
    for await (const packet of packets) {
      if (packet.type === 'configuration') {
        const { croppedWidth, croppedHeight } = h264ParseConfiguration(packet.data);
        Object.assign(size, { width: croppedWidth, height: croppedHeight });
        if (config.length === 0)
          decoder.configure({ codec: 'avc1.42c020', codedWidth: croppedWidth, codedHeight: croppedHeight });
        config = Uint8Array.from(packet.data);
        continue;
      }
      const data = packet.keyframe ? Buffer.concat([config, packet.data]) : packet.data;
      decoder.decode(
        new EncodedVideoChunk({
          type: packet.keyframe ? 'key' : 'delta',
          timestamp: Number(packet.pts),
          data,
        }),
      );
    }
  })().catch(() => {});
  return { size, picture: () => latest, done };
}

const until = <T>(read: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> =>
  vi.waitFor(
    async () => {
      const value = await read();
      if (value === undefined || value === false) throw new Error('it did not happen');
      return value;
    },
    { interval: 10 },
  );

const differs = (a: number[], b: number[]) =>
  a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 24).length >= 4;

test.each([false, true])(
  'a tap on Notes changes the decoded picture, and what is typed can be read over adb (forward tunnel: %s)',
  async (tunnelForward) => {
    await adb.subprocess.noneProtocol.spawnWaitText(
      'input keyevent 3; rm -f /sdcard/Documents/note.txt; am force-stop com.android.notes',
    );
    const client = await startClient(tunnelForward);
    const video = await client.videoStream;
    const audio = await client.audioStream;
    if (!video || !client.controller) throw new Error('no video or no control');
    if (audio?.type === 'success') void audio.stream.cancel();
    const shown = decode(video.stream as unknown as ReadableStream<ScrcpyMediaStreamPacket>);
    const before = await until(shown.picture);
    expect(shown.size).toEqual({ width: 360, height: 800 });

    const dump = await adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump /dev/tty');
    // Notes is the first icon in the dock, in the row above the search bar.
    const search = /text="Search"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(dump);
    expect(search).not.toBeNull();
    const scale = 800 / modelAt(0).height;
    const at = { x: 45, y: (Number(search?.[2]) - 150) * scale };
    for (const action of [AndroidMotionEventAction.Down, AndroidMotionEventAction.Up]) {
      await client.controller.injectTouch({
        action,
        pointerId: 0n,
        pointerX: at.x,
        pointerY: at.y,
        videoWidth: 360,
        videoHeight: 800,
        pressure: action === AndroidMotionEventAction.Down ? 1 : 0,
        actionButton: 0,
        buttons: 0,
      });
    }
    await until(() => {
      const now = shown.picture();
      return now && differs(before, now);
    });
    await client.controller.injectText('pocket');
    const note = () => adb.subprocess.noneProtocol.spawnWaitText('cat /sdcard/Documents/note.txt');
    await until(async () => (await note()) === 'pocket');
    await client.close();
    await shown.done;
  },
);
