import type { AddressInfo, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  decodeControlMessage,
  decodePacket,
  decodeVideoConfig,
  encodeControlMessage,
} from '@pocketfleet/stream-protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { startHost } from '../host/host-under-test.ts';
import { percentile, slowestFigure } from '../percentile.ts';
import type { Row } from '../row.ts';
import { tapPhone } from '../touch/tapped-phone.ts';

const samples = 500;
/** A picture may have fewer columns than there are samples, so row and column together identify a move. */
const columns = 100;
const betweenMs = 8;
const pictureWithinMs = 20_000;

/** A pointer move from the relay's socket to the bytes on the connection to the phone. */
export const inputRow: Row = {
  name: 'input',
  aim: 'p95 2 ms from channel to the phone’s control socket',
  async measure() {
    const cables: Server[] = [];
    let onTouch = (_at: number): void => undefined;
    const host = await startHost(1, async (port) => {
      const cable = tapPhone(port, (touch) =>
        onTouch(touch.readInt32BE(14) * columns + touch.readInt32BE(10)),
      );
      cables.push(cable);
      await new Promise<void>((resolve) => cable.listen(0, '127.0.0.1', resolve));
      return (cable.address() as AddressInfo).port;
    });
    try {
      // Only the agent is measured, not the encoding on this machine.
      await host.record();
      const channel = await host.openChannel(host.deviceIds[0] ?? '', 'focus');
      const picture = await sizeOfPicture(channel);
      const agentMs = await measure(channel, picture, (listener) => {
        onTouch = listener;
      });
      const plain = await openPlain();
      const plainMs = await measure(plain.near, picture, (listener) =>
        plain.far.on('message', (data: Buffer) => listener(numberOf(data, picture))),
      );
      plain.stop();
      return {
        figures: [{ what: 'p50', value: percentile(agentMs, 0.5), unit: 'ms' }, slowestFigure('', agentMs)],
        baseline: [
          { what: 'a websocket on loopback alone, p50', value: percentile(plainMs, 0.5), unit: 'ms' },
          slowestFigure('a websocket on loopback alone', plainMs),
        ],
        note: `${samples} moves, ${1000 / betweenMs} a second, while a recorded phone streams at full size.`,
      };
    } finally {
      await host.stop();
      for (const cable of cables) cable.close();
    }
  },
};

type Picture = { width: number; height: number };

function sizeOfPicture(channel: WebSocket): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('no picture came')), pictureWithinMs);
    let size: Picture | undefined;
    channel.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      const { kind, payload } = decodePacket(data);
      if (kind === 'video_config') size = decodeVideoConfig(payload);
      if (kind !== 'video' || size === undefined) return;
      clearTimeout(limit);
      resolve(size);
    });
  });
}

async function measure(
  socket: WebSocket,
  picture: Picture,
  listen: (listener: (at: number) => void) => void,
): Promise<number[]> {
  const sentMs: number[] = [];
  const delaysMs: number[] = [];
  listen((at) => {
    const sent = sentMs[at];
    if (sent !== undefined) delaysMs.push(performance.now() - sent);
  });
  for (let at = 0; at < samples; at += 1) {
    const action = at === 0 ? 'down' : at === samples - 1 ? 'up' : 'move';
    const message = encodeControlMessage({
      type: 'touch',
      action,
      pointer: 0,
      tool: 'finger',
      buttons: 0,
      pressure: 65_535,
      // The position identifies the move, because moves may be dropped when the phone is late.
      x: Math.ceil(((at % columns) * 65_536) / picture.width),
      y: Math.ceil((Math.floor(at / columns) * 65_536) / picture.height),
      pictureWidth: picture.width,
      pictureHeight: picture.height,
    });
    sentMs.push(performance.now());
    socket.send(message, { binary: true });
    await wait(betweenMs);
  }
  await wait(200);
  if (delaysMs.length < samples * 0.9) throw new Error(`${delaysMs.length} of ${samples} moves arrived`);
  return delaysMs;
}

function numberOf(message: Buffer, picture: Picture): number {
  const control = decodeControlMessage(message);
  if (control.type !== 'touch') return -1;
  const x = Math.floor((control.x * picture.width) / 65_536);
  return Math.floor((control.y * picture.height) / 65_536) * columns + x;
}

async function openPlain() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
  const { WebSocket: Client } = await import('ws');
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  const near = new Client(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const far = await accepted;
  if (near.readyState !== near.OPEN) await new Promise((resolve) => near.once('open', resolve));
  return {
    near,
    far,
    stop: () => {
      near.terminate();
      server.close();
    },
  };
}
