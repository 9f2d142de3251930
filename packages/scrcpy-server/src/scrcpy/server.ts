// One run of scrcpy-server: options, sockets, streams and control, until the client or the shell ends it.
import type { Duplex } from 'node:stream';
import {
  type AndroidScreen,
  type AndroidWorld,
  KEY,
  type PackageList,
  type Picture,
  type ScrcpyRun,
  type SoundSource,
} from '@pocketfleet/phone-parts';
import type { EncoderFaults } from '../encoder/encoder-faults.ts';
import type { Recording } from '../encoder/recording.ts';
import { runAudioStream } from './audio-stream.ts';
import { type Connection, openConnection } from './connection.ts';
import { type ControlMessage, ControlMessageParser } from './control-message.ts';
import { createController } from './controller.ts';
import { parseScrcpyOptions, type ScrcpyOptions } from './options.ts';
import { createPacketWriter } from './packet-writer.ts';
import { VideoStream } from './video-stream.ts';

/** The parts of the phone that the server uses. */
export interface ScrcpyHost {
  readonly world: AndroidWorld;
  readonly screen: AndroidScreen;
  readonly picture: Picture;
  readonly sound: SoundSource;
  readonly faults: EncoderFaults;
  readonly recording: Recording | undefined;
  /** Monotonic microseconds. */
  readonly nowUs: () => number;
  readonly firstPointerId: number;
}

/** Most device messages that wait for a slow client; further ones are dropped (DeviceMessageSender.java). */
const DEVICE_MESSAGE_LIMIT = 16;

export function startScrcpyServer(
  host: ScrcpyHost,
  argv: readonly string[],
  print: (line: string) => void,
): ScrcpyRun {
  const abort = new AbortController();
  const done = run(host, argv, print, abort).catch((error: unknown) => {
    if (abort.signal.aborted) return 0;
    const message = error instanceof Error ? error.message : String(error);
    print(`[server] ERROR: ${message}`);
    return 1;
  });
  return { done, stop: () => abort.abort() };
}

async function run(
  host: ScrcpyHost,
  argv: readonly string[],
  print: (line: string) => void,
  abort: AbortController,
): Promise<number> {
  const { options, warnings } = parseScrcpyOptions(argv);
  for (const warning of warnings) print(`[server] WARN: ${warning}`);
  const { model } = host.world;
  print(
    `[server] INFO: Device: [${model.manufacturer}] ${model.manufacturer.toLowerCase()} ${model.model} (Android ${model.androidVersion})`,
  );
  if (options.listApps) {
    print(describeApps(host.world.packages));
    return 0;
  }
  refuseUnsupported(options);
  const connection = await openConnection(host.world.sockets, options, model.model, abort.signal);
  try {
    await serve(host, options, connection, print, abort);
  } finally {
    abort.abort();
    for (const socket of [connection.video, connection.audio, connection.control]) socket?.destroy();
  }
  return 0;
}

/** The output of `list_apps=true` (util/LogUtils.java). */
function describeApps(packages: PackageList): string {
  const apps = packages
    .list()
    .filter((app) => app.launcherActivity !== undefined)
    .toSorted((a, b) => Number(b.system) - Number(a.system) || a.label.localeCompare(b.label))
    .map((app) => ` ${app.system ? '*' : '-'} ${app.label.padEnd(30)} ${app.name}`);
  return ['[server] INFO: List of apps:', ...apps].join('\n');
}

function refuseUnsupported(options: ScrcpyOptions): void {
  if (options.video && options.videoCodec !== 'h264') {
    throw new Error(`Could not create default video encoder for ${options.videoCodec}`);
  }
  if (!options.video && !options.audio && !options.control) throw new Error('No socket requested');
}

/** Runs until one of the sockets ends or the server is stopped. */
async function serve(
  host: ScrcpyHost,
  options: ScrcpyOptions,
  connection: Connection,
  print: (line: string) => void,
  abort: AbortController,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(), { once: true });
    for (const socket of [connection.video, connection.audio, connection.control]) {
      socket?.once('close', () => resolve());
      socket?.once('end', () => resolve());
    }
    // The client sends nothing on the media sockets, but a socket reports its end only while it is read.
    connection.video?.resume();
    connection.audio?.resume();
  });
  const video =
    connection.video &&
    new VideoStream({ ...host, writer: createPacketWriter(connection.video, abort.signal), print }, options);
  const unlisten = connection.control
    ? runControl(host, options, connection.control, video, print, () => abort.abort())
    : () => {};
  if (options.control && options.powerOn && !host.screen.display.on) {
    host.screen.key('down', KEY.POWER, 0);
    host.screen.key('up', KEY.POWER, 0);
  }
  const streams = Promise.all([
    video?.run(),
    connection.audio &&
      runAudioStream(
        { ...host, isTaken: host.faults.state.audioTaken, print },
        createPacketWriter(connection.audio, abort.signal),
        options,
        abort.signal,
      ),
  ]);
  try {
    await Promise.race([ended, streams.then(() => ended)]);
  } finally {
    unlisten();
    video?.stop();
    abort.abort();
    await streams.catch(() => {});
  }
}

function runControl(
  host: ScrcpyHost,
  options: ScrcpyOptions,
  socket: Duplex,
  video: VideoStream | undefined,
  print: (line: string) => void,
  end: () => void,
): () => void {
  let waiting = 0;
  const controller = createController({
    ...host,
    packages: host.world.packages,
    videoSize: () => video?.size,
    resetVideo: () => video?.reset(),
    send: (message) => {
      if (waiting >= DEVICE_MESSAGE_LIMIT || socket.destroyed) return;
      waiting++;
      socket.write(message, () => waiting--);
    },
    print,
    clipboardAutosync: options.clipboardAutosync,
  });
  const parser = new ControlMessageParser();
  socket.on('data', (chunk: Uint8Array) => {
    let messages: ControlMessage[];
    try {
      messages = parser.push(chunk);
    } catch (error) {
      print(`[server] ERROR: Controller error: ${error instanceof Error ? error.message : String(error)}`);
      socket.removeAllListeners('data');
      return end();
    }
    for (const message of messages) controller.handle(message);
  });
  return host.screen.clipboard.onChange((text) => controller.clipboardChanged(text));
}
