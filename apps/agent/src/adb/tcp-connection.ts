// An adb transport to a phone's adbd over TCP, without an adb server between: fewer copies, and nothing
// that drops every phone when one misbehaves (facts/streaming-lessons.md, "USB and adb").
import { connect, type Socket } from 'node:net';
import { Adb, type AdbCredentialStore, AdbDaemonTransport } from '@yume-chan/adb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { type AdbLink, UnauthorizedError } from './adb-link.ts';
import { type AdbPacket, AdbPacketReader } from './packet-reader.ts';

export interface AdbAddress {
  readonly host: string;
  readonly port: number;
}

/** Connects and signs in. Rejects after `limitMs`, with UnauthorizedError where the phone waits for a person. */
export async function connectAdb(
  address: AdbAddress,
  credentialStore: AdbCredentialStore,
  limitMs: number,
): Promise<AdbLink> {
  let askedForKey = false;
  const { socket, ...connection } = openStreams(address, () => {
    askedForKey = true;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  const limit = setTimeout(() => socket.destroy(), limitMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('close', () => reject(new Error('nothing answers there')));
    });
    const transport = await Promise.race([
      AdbDaemonTransport.authenticate({
        serial: `${address.host}:${address.port}`,
        connection,
        credentialStore,
        // Tango 2.6.4 keeps one waiting chunk for each stream and forgets it when the next comes before it was
        // read (PushReadableStream). With delayed ack several are under way, and bytes are lost; without it
        // the phone sends the next only after the last was taken.
        initialDelayedAckBytes: 0,
      }),
      ended.then(() => {
        throw askedForKey
          ? new UnauthorizedError('the phone does not trust this host’s key yet')
          : new Error('the phone closed the connection');
      }),
    ]);
    transport.disconnected.then(
      () => socket.destroy(),
      () => socket.destroy(),
    );
    return { adb: new Adb(transport), ended, close: () => socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

const authCommand = 0x48545541;
const publicKeyAuth = 3;

/**
 * Every phone's socket is read into this buffer: what is read is taken out before anything else is read. A buffer for
 * each read is garbage as large as all that the phones send.
 */
const readBuffer: Buffer = Buffer.allocUnsafeSlow(256 * 1024);

function openStreams({ host, port }: AdbAddress, onKeyOffered: () => void) {
  let take: (bytes: Buffer) => void = () => undefined;
  const onread = {
    buffer: readBuffer,
    callback: (length: number): boolean => {
      take(readBuffer.subarray(0, length));
      return true;
    },
  };
  const socket = connect({ host, port, noDelay: true, keepAlive: true, onread });
  const reader = new AdbPacketReader();
  const readable = new ReadableStream<AdbPacket>(
    {
      start(controller) {
        take = (bytes) => {
          try {
            for (const packet of reader.push(bytes)) controller.enqueue(packet);
          } catch {
            socket.destroy();
            return;
          }
          if ((controller.desiredSize ?? 0) <= 0) socket.pause();
        };
        socket.once('close', () => {
          try {
            controller.close();
          } catch {
            // Cancelled before: nothing reads any more.
          }
        });
      },
      pull: () => void socket.resume(),
      cancel: () => void socket.destroy(),
    },
    { highWaterMark: 32 },
  );
  const writable = new Consumable.WritableStream<{
    command: number;
    arg0: number;
    arg1: number;
    checksum: number;
    magic: number;
    payload: Uint8Array;
  }>({
    write(packet) {
      if (packet.command === authCommand && packet.arg0 === publicKeyAuth) onKeyOffered();
      const header = Buffer.allocUnsafe(24);
      header.writeUInt32LE(packet.command, 0);
      header.writeUInt32LE(packet.arg0, 4);
      header.writeUInt32LE(packet.arg1, 8);
      header.writeUInt32LE(packet.payload.length, 12);
      header.writeUInt32LE(packet.checksum >>> 0, 16);
      header.writeInt32LE(packet.magic | 0, 20);
      if (packet.payload.length === 0) return writeAll(socket, header);
      // One segment for header and payload; a copy of small payloads is cheaper than a second system call.
      socket.cork();
      socket.write(header);
      const written = writeAll(socket, packet.payload);
      socket.uncork();
      return written;
    },
    close: () => void socket.end(),
    abort: () => void socket.destroy(),
  });
  return { socket, readable, writable };
}

/** Resolves at once while the kernel and Node take it, else when there is room again. */
function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> | undefined {
  // Tango sends some packets without waiting for them; a rejection here would end the process. Whoever
  // uses the connection learns of its end from the reading side.
  if (socket.destroyed) return undefined;
  // The caller may use its buffer again once this returns: only what the kernel has not taken is kept, so
  // small messages are copied.
  if (socket.write(bytes.length < 4096 ? Buffer.from(bytes) : bytes)) return undefined;
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go);
      socket.off('close', go);
      resolve();
    };
    socket.once('drain', go);
    socket.once('close', go);
  });
}
