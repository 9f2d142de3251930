// A client of an X server's own protocol, as far as a touch needs it: it moves and presses the pointer through the
// extension XTEST and reads pixels of the root window. Nothing has to be compiled and no library installed for it.
// The bytes are described in https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html and .../xextproto/xtest.html.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const connectWithinMs = 5_000;
const replyWithinMs = 5_000;
const opcodes = { getImage: 73, queryExtension: 98 } as const;
const fakeInput = 2;
const fakeEvents = { press: 4, release: 5, motion: 6 } as const;
const zPixmap = 2;
const replyLength = 32;

type XDisplay = {
  /** In pixels of the screen. */
  move(x: number, y: number): void;
  press(): void;
  release(): void;
  /** The colour of one pixel of the root window as 0xRRGGBB. */
  pixel(x: number, y: number): Promise<number>;
  close(): void;
};

/** Connects to the X server of this display, on this machine, which must let every local program in (`Xvfb -ac`). */
export async function openXDisplay(display: number): Promise<XDisplay> {
  const socket = connect(`/tmp/.X11-unix/X${display}`);
  await once(socket, 'connect', { signal: AbortSignal.timeout(connectWithinMs) });
  const replies = readReplies(socket);
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const root = rootOf(await replies.setup());
  socket.write(queryExtension('XTEST'));
  const found = await replies.next();
  if (found[8] !== 1) throw new Error(`The X server :${display} has no extension XTEST.`);
  const xtest = found[9] ?? 0;
  const fake = (kind: number, detail: number, x = 0, y = 0) =>
    socket.write(fakeInputRequest(xtest, kind, { detail, root, x, y }));
  return {
    move: (x, y) => void fake(fakeEvents.motion, 0, x, y),
    press: () => void fake(fakeEvents.press, 1),
    release: () => void fake(fakeEvents.release, 1),
    async pixel(x, y) {
      socket.write(getImage(root, x, y));
      return (await replies.next()).readUInt32LE(replyLength) & 0xff_ff_ff;
    },
    close: () => socket.destroy(),
  };
}

function queryExtension(name: string): Buffer {
  const padded = Math.ceil(name.length / 4) * 4;
  const request = Buffer.alloc(8 + padded);
  request[0] = opcodes.queryExtension;
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8);
  return request;
}

type FakeEvent = { detail: number; root: number; x: number; y: number };

export function fakeInputRequest(xtest: number, kind: number, { detail, root, x, y }: FakeEvent): Buffer {
  const request = Buffer.alloc(36);
  request[0] = xtest;
  request[1] = fakeInput;
  request.writeUInt16LE(request.length / 4, 2);
  request[4] = kind;
  request[5] = detail;
  request.writeUInt32LE(root, 12);
  request.writeInt16LE(x, 24);
  request.writeInt16LE(y, 26);
  return request;
}

function getImage(root: number, x: number, y: number): Buffer {
  const request = Buffer.alloc(20);
  request[0] = opcodes.getImage;
  request[1] = zPixmap;
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt32LE(root, 4);
  request.writeInt16LE(x, 8);
  request.writeInt16LE(y, 10);
  request.writeUInt16LE(1, 12);
  request.writeUInt16LE(1, 14);
  request.writeUInt32LE(0xff_ff_ff_ff, 16);
  return request;
}

/** The root window of the first screen, from the answer to the connection's first message. */
export function rootOf(setup: Buffer): number {
  const vendor = Math.ceil(setup.readUInt16LE(24) / 4) * 4;
  const formats = (setup[29] ?? 0) * 8;
  return setup.readUInt32LE(40 + vendor + formats);
}

/** Cuts the server's bytes into replies. Requests are answered in order; events are not selected, so none come. */
function readReplies(socket: Socket) {
  let bytes = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });

  async function take(length: number): Promise<Buffer> {
    const deadlineMs = performance.now() + replyWithinMs;
    while (bytes.length < length) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0 || socket.destroyed) throw new Error('The X server does not answer.');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const taken = bytes.subarray(0, length);
    bytes = bytes.subarray(length);
    return taken;
  }

  return {
    async setup(): Promise<Buffer> {
      const head = await take(8);
      const rest = await take(head.readUInt16LE(6) * 4);
      if (head[0] !== 1) throw new Error(`The X server refuses this program: ${rest.toString('latin1')}`);
      return Buffer.concat([head, rest]);
    },
    async next(): Promise<Buffer> {
      const head = await take(replyLength);
      if (head[0] === 0)
        throw new Error(`The X server answers with error ${head[1]} to request ${head[10]}.`);
      const rest = await take(head.readUInt32LE(4) * 4);
      return Buffer.concat([head, rest]);
    },
  };
}
