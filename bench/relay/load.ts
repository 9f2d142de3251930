// Agents and viewers for a forwarder: a number of streams with a rate of packets, each packet stamped with its sending
// time. Both ends are in this process, so that one clock measures the delay.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { encodePacket, encodeVideoConfig, packetHeaderLength } from '@pocketfleet/stream-protocol';
import { WebSocket } from 'ws';
import { type Forwarder, type ForwarderKind, startForwarder } from './forwarder-process.ts';

export type Load = { streams: number; bitsPerSecond: number; packetsPerSecond: number; seconds: number };
export type Measured = { cpuSecondsPerGb: number; delaysMs: number[]; deliveredShare: number };
/** One stream's two ends, joined by the forwarder. */
type Stream = { send: (packet: Uint8Array) => void; close: () => void };

const h264 = 0x68323634;
const keyEvery = 120;
const warmUpMs = 1_000;

/** Sends `load` through a forwarder of this kind and measures it, without the first second. */
export async function measureForwarder(kind: ForwarderKind, load: Load): Promise<Measured> {
  const forwarder = await startForwarder(kind);
  const packetLength = Math.round(load.bitsPerSecond / 8 / load.packetsPerSecond);
  const seen = { bytes: 0, delaysMs: [] as number[], isCounting: false };
  const onPacket = (bytes: Buffer): void => {
    if (!seen.isCounting || bytes.length < packetLength) return;
    seen.bytes += bytes.length;
    seen.delaysMs.push(performance.now() - bytes.readDoubleBE(packetHeaderLength));
  };
  const streams: Stream[] = [];
  try {
    for (let index = 0; index < load.streams; index += 1) {
      streams.push(
        kind === 'pipe'
          ? await openPipe(forwarder.ports, packetLength, onPacket)
          : await openStream(forwarder, kind, `stream-${index}`, onPacket),
      );
    }
    const stop = feed(streams, packetLength, load.packetsPerSecond);
    await wait(warmUpMs);
    const before = await forwarder.cpuSeconds();
    seen.isCounting = true;
    const startedMs = performance.now();
    await wait(load.seconds * 1_000);
    const seconds = (performance.now() - startedMs) / 1_000;
    const used = (await forwarder.cpuSeconds()) - before;
    stop();
    return {
      cpuSecondsPerGb: used / (seen.bytes / 1e9),
      delaysMs: seen.delaysMs,
      deliveredShare: seen.bytes / ((load.bitsPerSecond / 8) * load.streams * seconds),
    };
  } finally {
    for (const stream of streams) stream.close();
    forwarder.stop();
  }
}

/** Sends each stream's packets at a different moment, so that they do not come in bursts. */
function feed(streams: readonly Stream[], packetLength: number, packetsPerSecond: number): () => void {
  const everyMs = 1_000 / packetsPerSecond;
  const sent = streams.map(() => 0);
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedMs;
    streams.forEach((stream, index) => {
      const due = Math.floor((elapsedMs + (everyMs * index) / streams.length) / everyMs);
      for (; (sent[index] ?? 0) < due; sent[index] = (sent[index] ?? 0) + 1) {
        stream.send(makePacket(sent[index] ?? 0, packetLength));
      }
    });
  }, 1);
  return () => clearInterval(timer);
}

function makePacket(sequence: number, length: number): Uint8Array {
  const payload = Buffer.alloc(length - packetHeaderLength, sequence);
  payload.writeDoubleBE(performance.now());
  return encodePacket({ kind: 'video', key: sequence % keyEvery === 0, sequence, ptsUs: 0n, payload });
}

async function openStream(
  { ports, next }: Forwarder,
  kind: ForwarderKind,
  id: string,
  onPacket: (bytes: Buffer) => void,
): Promise<Stream> {
  const asked = kind === 'relay' ? next('open_channel') : undefined;
  const viewer = new WebSocket(`ws://127.0.0.1:${ports.viewers}/ws/devices/${id}/stream`, ['pocketfleet'], {
    origin: 'http://localhost',
    perMessageDeflate: false,
  });
  viewer.on('message', (data: Buffer, isBinary) => {
    if (isBinary) onPacket(data);
  });
  if (asked === undefined) await once(viewer, 'open');
  await asked;
  // No mask, as in agents on connections without a foreign proxy (agent/control-plane/channel-dialer.ts).
  const agent = new WebSocket(
    `ws://127.0.0.1:${ports.agents}/agent/channels/${id}`,
    ['pocketfleet-channel'],
    { perMessageDeflate: false, generateMask: (mask) => void mask.fill(0) },
  );
  await new Promise((resolve, reject) => agent.once('open', resolve).once('error', reject));
  const parameterSets = Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x1f);
  const payload = encodeVideoConfig({ codec: h264, width: 720, height: 1600, parameterSets });
  agent.send(encodePacket({ kind: 'video_config', key: false, sequence: 0, ptsUs: 0n, payload }));
  return {
    send: (packet) => agent.send(packet),
    close: () => {
      agent.terminate();
      viewer.terminate();
    },
  };
}

async function openPipe(
  ports: { agents: number; viewers: number },
  packetLength: number,
  onPacket: (bytes: Buffer) => void,
): Promise<Stream> {
  const [agent, viewer] = [ports.agents, ports.viewers].map((port) =>
    connect({ port, host: '127.0.0.1', noDelay: true }),
  );
  if (agent === undefined || viewer === undefined) throw new Error('no sockets');
  for (const socket of [agent, viewer]) {
    socket.on('error', () => socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
  }
  let rest = Buffer.alloc(0);
  viewer.on('data', (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (; bytes.length >= packetLength; bytes = bytes.subarray(packetLength)) {
      onPacket(bytes.subarray(0, packetLength));
    }
    rest = bytes;
  });
  return {
    send: (packet) => agent.write(packet),
    close: () => {
      agent.destroy();
      viewer.destroy();
    },
  };
}
