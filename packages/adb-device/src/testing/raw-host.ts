import { connect, type Socket } from 'node:net';
import { ByteReader } from '../byte-reader.ts';
import { encodeHeader, PacketCommand, sumBytes } from '../packet.ts';

export interface RawPacket {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly checksum: number;
  readonly payload: Buffer;
}

/** An adb host that sends exactly the packets that a test gives it, malformed ones included. */
export interface RawHost extends Disposable {
  readonly socket: Socket;
  send(command: number, arg0: number, arg1: number, payload?: Buffer | string): void;
  receive(): Promise<RawPacket>;
  /** Rejects when the phone has closed the connection. */
  receiveBytes(length: number): Promise<Buffer>;
  readonly closed: Promise<void>;
  handshake(features?: string): Promise<RawPacket>;
}

export async function connectRaw(port: number): Promise<RawHost> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const pieces = socket[Symbol.asyncIterator]();
  const reader = new ByteReader(async () => {
    const next = await pieces.next();
    return next.done === true ? null : (next.value as Buffer);
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const host: RawHost = {
    socket,
    closed,
    send(command, arg0, arg1, payload = '') {
      const bytes = Buffer.from(payload);
      socket.write(encodeHeader(command, arg0, arg1, bytes.length, sumBytes(bytes)));
      socket.write(bytes);
    },
    receiveBytes: (length) => reader.exactly(length),
    async receive() {
      const head = await reader.exactly(24);
      const payload = await reader.exactly(head.readUInt32LE(12));
      return {
        command: head.readUInt32LE(0),
        arg0: head.readUInt32LE(4),
        arg1: head.readUInt32LE(8),
        checksum: head.readUInt32LE(16),
        payload,
      };
    },
    handshake(features = 'shell_v2,cmd') {
      host.send(PacketCommand.CNXN, 0x01000001, 1024 * 1024, `host::features=${features}`);
      return host.receive();
    },
    [Symbol.dispose]() {
      socket.destroy();
    },
  };
  return host;
}
