// Opens the channels that the control plane asks for: dials the node that asks, with the channel's secret. The agent
// ends each channel itself when its assignment ends, so that a lost link extends no rental.
import { join } from 'node:path';
import { type ControlPlaneMessage, closeCodes } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { bridgeSocketOf } from '../adb-bridge/bridge-socket.ts';
import { joinBridge } from '../adb-bridge/join-bridge.ts';
import type { DeviceRunner } from '../device-runner.ts';
import { joinFiles } from '../files/join-files.ts';
import { isServerSocket } from '../scrcpy/server-process.ts';
import { rememberedScreenOf, screenOf } from '../screen/device-screen.ts';
import { type GatheredSocket, gatherFrames } from './gathered-socket.ts';
import { joinScreen } from './screen-channel.ts';
import { joinShell } from './shell-channel.ts';
import { StreamChannel } from './stream-channel.ts';

export type OpenChannel = Extract<ControlPlaneMessage, { type: 'open_channel' }>;
type MoveChannelEnd = Extract<ControlPlaneMessage, { type: 'move_channel_end' }>;
type Channel = {
  readonly socket: WebSocket;
  readonly deviceId: string;
  readonly kind: OpenChannel['kind'];
  cancelEnd: () => void;
};

const handshakeTimeoutMs = 5_000;
const maxChannels = 1_000;
/** Of one phone: four of the customer's programs beside the four commands of an AI agent (`maxRunning` in the API). */
const maxBridges = 8;
const maxPayload: number = 512 * 1024;
/** The longest delay that setTimeout supports; a longer one is set again. */
const maxTimerMs = 2 ** 31 - 1;

export class ChannelDialer {
  readonly #log: Logger;
  readonly #dataDir: string;
  readonly #channels = new Map<string, Channel>();
  readonly #streams = new Set<StreamChannel>();
  readonly #onFailed: (channelId: string, detail: string) => void;

  /** `dataDir` has the files that have not arrived completely, and what screens have to remember. */
  constructor(log: Logger, dataDir: string, onFailed: (channelId: string, detail: string) => void) {
    this.#log = log;
    this.#dataDir = dataDir;
    this.#onFailed = onFailed;
  }

  /** Opens the channel, or calls `onFailed` with the reason. */
  open(request: OpenChannel, runner: DeviceRunner | undefined) {
    const { channel_id } = request;
    const refuse = (detail: string): void => this.#onFailed(channel_id, detail);
    if (this.#channels.has(channel_id)) return refuse('this channel is open already');
    if (this.#channels.size >= maxChannels) return refuse('too many channels');
    if (!runner?.isUsable()) return refuse('the phone is not connected');
    const user = runner.tenantUser;
    if (user === undefined) return refuse('the phone is not open to a tenant');
    const endsInMs = lifetimeMs(request);
    if (endsInMs !== undefined && !(endsInMs > 0)) return refuse('the assignment has ended');
    const gathered =
      request.kind === 'files' || request.kind === 'adb'
        ? gatherFrames(request.node_url.startsWith('wss:'), maxPayload)
        : undefined;
    const socket = new WebSocket(
      `${request.node_url}/agent/channels/${channel_id}`,
      ['pocketfleet-channel', request.secret],
      {
        perMessageDeflate: false,
        handshakeTimeout: handshakeTimeoutMs,
        maxPayload,
        // Channels of pictures answer a ping when the input before it is done.
        autoPong: request.kind !== 'stream',
        ...(gathered === undefined ? {} : { createConnection: gathered.createConnection }),
        ...(isPrivateLine(request.node_url) ? { generateMask: noMask } : {}),
      },
    );
    const channel: Channel = {
      socket,
      deviceId: request.device_id,
      kind: request.kind,
      cancelEnd: endAfter(endsInMs, () => socket.terminate()),
    };
    const isOneTooMany = request.kind === 'adb' && this.#countBridges(request.device_id) >= maxBridges;
    this.#channels.set(channel_id, channel);
    let wasOpen = false;
    const stopListening = runner.onLost(() => socket.close(1000));
    socket.on('error', (error) => this.#log.debug({ err: error, channel_id }, 'channel error'));
    socket.once('close', () => {
      channel.cancelEnd();
      stopListening();
      this.#channels.delete(channel_id);
      if (!wasOpen) refuse('the relay could not be reached');
    });
    socket.on('upgrade', (response) => response.socket.setNoDelay(true));
    socket.once('open', () => {
      wasOpen = true;
      // Said through the channel, so that the customer gets the reason.
      if (isOneTooMany) return socket.close(closeCodes.too_many.code);
      this.#join(request, runner, socket, user, gathered?.release).catch((error: unknown) => {
        refuse((error instanceof Error ? error.message : String(error)).slice(0, 500));
        socket.close(1000);
      });
    });
  }

  close(channelId: string): void {
    this.#channels.get(channelId)?.socket.close(1000);
  }

  /** The assignment was extended, or ends earlier. */
  moveEnd(message: MoveChannelEnd): void {
    const channel = this.#channels.get(message.channel_id);
    if (channel === undefined) return;
    channel.cancelEnd();
    channel.cancelEnd = endAfter(lifetimeMs(message), () => channel.socket.terminate());
  }

  /** True when a picture waits for the line now, here or on its way. One stream tells how late all are. */
  get isLineBusy(): boolean {
    const [first] = this.#streams;
    if (first?.isLate === true) return true;
    return [...this.#streams].some((stream) => stream.isWaiting);
  }

  stop(): void {
    for (const { socket } of this.#channels.values()) socket.terminate();
  }

  #countBridges(deviceId: string): number {
    const open = [...this.#channels.values()];
    return open.filter((channel) => channel.deviceId === deviceId && channel.kind === 'adb').length;
  }

  async #join(
    request: OpenChannel,
    runner: DeviceRunner,
    socket: WebSocket,
    user: number,
    release: GatheredSocket['release'] = () => undefined,
  ): Promise<void> {
    const identity = runner.identity ?? request.device_id;
    if (request.kind === 'screen') {
      const kept = { dataDir: this.#dataDir, identity, keys: request.memory_keys ?? [] };
      return joinScreen(rememberedScreenOf(runner, user, kept), socket);
    }
    if (request.kind === 'shell') return runner.withAdb((adb) => joinShell(adb, socket));
    if (request.kind === 'adb') {
      return runner.withAdb((adb) =>
        joinBridge(
          {
            adb,
            user,
            isOwnSocket: (name) => isServerSocket(adb, name) || runner.screen?.isOwnSocket(name) === true,
            yieldScreen: async (reason) => runner.screen?.yieldTo(reason),
            restart: () => {
              runner
                .hold((phone) => phone.restart())
                .catch((error: unknown) => this.#log.warn({ err: error }, 'a customer’s restart has failed'));
            },
          },
          bridgeSocketOf(socket, release),
        ),
      );
    }
    if (request.kind === 'files') {
      const ensureServer = (): Promise<void> => runner.ensureServer();
      return runner.withAdb((adb) =>
        joinFiles({ adb, identity, user, ensureServer }, socket, join(this.#dataDir, 'transfers'), release),
      );
    }
    const capture = runner.capture(request.quality ?? 'focus');
    const stream = new StreamChannel(socket, capture, screenOf(runner, user));
    this.#streams.add(stream);
    socket.once('close', () => this.#streams.delete(stream));
  }
}

/**
 * Masking keeps a malicious page's bytes from looking like HTTP to a proxy on the way (RFC 6455, 10.3). No proxy reads
 * a TLS or loopback connection, so masking each byte of video and files would be wasted CPU there.
 */
function isPrivateLine(nodeUrl: string): boolean {
  const { protocol, hostname } = new URL(nodeUrl);
  return protocol === 'wss:' || hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
}

function noMask(mask: Buffer): void {
  mask.fill(0);
}

/** Undefined for a channel without an end. The sent duration is preferred, as the host's wall clock may be wrong. */
function lifetimeMs(request: OpenChannel | MoveChannelEnd): number | undefined {
  if (request.expires_at === null) return undefined;
  return request.expires_in_ms ?? Date.parse(request.expires_at) - Date.now();
}

function endAfter(ms: number | undefined, run: () => void): () => void {
  if (ms === undefined) return () => undefined;
  const untilMs = performance.now() + ms;
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const leftMs = untilMs - performance.now();
    timer = setTimeout(leftMs > maxTimerMs ? arm : run, Math.min(leftMs, maxTimerMs));
    timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}
