// The server and the phone's side of a bridge, as far as a line sees them: tickets, one websocket at a time, streams.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type BridgeStream, BridgeStreams, type OpenReply } from '@pocketfleet/adb-bridge';
import { encodeShellPacket, SHELL_PACKET_MAX_BYTES, ShellPacketId } from '@pocketfleet/adb-device';
import { type WebSocket, WebSocketServer } from 'ws';
import { ApiError } from '../src/api-error.ts';
import type { Caller } from '../src/caller.ts';

export const farBanner =
  'device::ro.product.name=a;ro.product.model=A;ro.product.device=a;pocketfleet.user=10;features=shell_v2,cmd';

export type FarSide = {
  caller: Caller;
  /** The phone's end of the newest line. */
  streams: () => BridgeStreams | undefined;
  /** Streams that never answer: `shell wait` and each push. */
  stuck: BridgeStream[];
  /** Tickets are refused with this code until it is undefined. */
  refuseTickets: (code: string | undefined) => void;
  ticketsAsked: () => number;
  /** Each new line is closed at once with this code. */
  refuseLines: (code: number) => void;
  /** So many of the next lines stay open without a word. */
  muteLines: (count: number) => void;
  /** The services of reverses that were asked for, in order. */
  reversesAsked: string[];
  /** So many of the next reverses are answered with FAIL. */
  failReverses: (count: number) => void;
  cut: () => void;
  close: (code: number) => void;
  stop: () => Promise<void>;
};

export async function startFarSide(): Promise<FarSide> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const stuck: BridgeStream[] = [];
  const reverses = { asked: [] as string[], failures: 0 };
  let streams: BridgeStreams | undefined;
  let refusal: string | undefined;
  let ticketsAsked = 0;
  let lineRefusal: number | undefined;
  let mute = 0;
  server.on('connection', (socket) => {
    if (lineRefusal !== undefined) return socket.close(lineRefusal);
    if (mute > 0) {
      mute -= 1;
      return;
    }
    streams = phoneEnd(socket, stuck, reverses);
    socket.once('close', () => {
      streams = undefined;
    });
  });
  const startStream = async (): Promise<{ ticket: string }> => {
    ticketsAsked += 1;
    if (refusal !== undefined) {
      throw new ApiError({ status: 409, code: refusal, detail: `Refused: ${refusal}.` });
    }
    return { ticket: 'ticket' };
  };
  return {
    caller: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      call: startStream as unknown as Caller['call'],
    },
    streams: () => streams,
    stuck,
    refuseTickets: (code) => {
      refusal = code;
    },
    ticketsAsked: () => ticketsAsked,
    refuseLines: (code) => {
      lineRefusal = code;
    },
    muteLines: (count) => {
      mute = count;
    },
    reversesAsked: reverses.asked,
    failReverses: (count) => {
      reverses.failures = count;
    },
    cut: () => {
      for (const socket of server.clients) socket.terminate();
    },
    close: (code) => {
      for (const socket of server.clients) socket.close(code);
    },
    stop: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

type Reverses = { asked: string[]; failures: number };

function phoneEnd(socket: WebSocket, stuck: BridgeStream[], reverses: Reverses): BridgeStreams {
  const streams = new BridgeStreams({
    side: 'phone',
    maxStreams: 128,
    send: (message) => void socket.send(message),
    onOpen: (service, reply) => void serve(service, reply, stuck, reverses),
  });
  socket.on('message', (data: Buffer) => streams.receive(data));
  socket.once('close', () => streams.end('the line was lost'));
  streams.sendBanner(farBanner);
  return streams;
}

/** `shell:wait` never ends, an uninstall is refused, `shell:cat` prints what it reads, any other shell command is printed, a push is never read to its end, and the answer to a reverse of `localabstract:flood` has 4 MB. */
async function serve(
  service: string,
  reply: OpenReply,
  stuck: BridgeStream[],
  reverses: Reverses,
): Promise<void> {
  const command = /^shell[^:]*:([\s\S]*)$/.exec(service)?.[1];
  if (command?.includes('uninstall')) reply.refuse('Only your own apps.');
  else if (command === 'wait') stuck.push(reply.accept());
  else if (command === 'cat') await echo(reply.accept());
  else if (command !== undefined) {
    const stream = reply.accept();
    await stream.write(encodeShellPacket(ShellPacketId.stdout, Buffer.from(`${command}\n`)));
    await stream.write(encodeShellPacket(ShellPacketId.exit, Buffer.from([0])));
    await stream.end();
  } else if (service === 'sync:') await receivePush(reply.accept(), stuck);
  else if (service.startsWith('reverse:')) {
    reverses.asked.push(service);
    const stream = reply.accept();
    const fails = reverses.failures > 0;
    if (fails) reverses.failures -= 1;
    await stream.write(Buffer.from(fails ? 'FAIL0004busy' : 'OKAY'));
    for (let left = service.includes('flood') ? 64 : 0; left > 0; left -= 1)
      if (!(await stream.write(Buffer.alloc(64 * 1024, 'x')))) break;
    await stream.end();
  } else reply.refuse('That service is not offered.');
}

/** Reads no more while the other side takes nothing, as `cat` does. */
async function echo(stream: BridgeStream): Promise<void> {
  let left = Buffer.alloc(0);
  for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
    left = Buffer.concat([left, bytes]);
    while (left.length >= 5 && left.length >= 5 + left.readUInt32LE(1)) {
      const [id, end] = [left[0], 5 + left.readUInt32LE(1)];
      if (end - 5 > SHELL_PACKET_MAX_BYTES) return stream.end('The packet is too large.');
      const data = left.subarray(5, end);
      if (id === ShellPacketId.stdin) await stream.write(encodeShellPacket(ShellPacketId.stdout, data));
      left = left.subarray(end);
      if (id !== ShellPacketId.closeStdin) continue;
      await stream.write(encodeShellPacket(ShellPacketId.exit, Buffer.from([0])));
      return stream.end();
    }
  }
}

/** Answers that the file isn't there (AOSP adb, SYNC.TXT), and reads no more than the request to send it. */
async function receivePush(stream: BridgeStream, stuck: BridgeStream[]): Promise<void> {
  for (let bytes = await stream.read(); bytes !== null; bytes = await stream.read()) {
    const request = Buffer.from(bytes).toString('latin1', 0, 4);
    if (request === 'SEND') {
      stuck.push(stream);
      return;
    }
    if (request === 'STAT') await stream.write(Buffer.concat([Buffer.from('STAT'), Buffer.alloc(12)]));
  }
}
