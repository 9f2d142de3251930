// Connects to a phone's adbd over TCP, without an adb server in between. That saves copies, and no shared server
// can drop all phones when one misbehaves (decision 004).
import { connect, type Socket } from 'node:net';
import { Adb, type AdbCredentialStore, AdbDaemonTransport } from '@yume-chan/adb';
import { Consumable, ReadableStream } from '@yume-chan/stream-extra';
import { type AdbLink, UnauthorizedError } from './adb-link.ts';
import { type AdbPacket, AdbPacketReader } from './packet-reader.ts';

export interface AdbAddress {
  readonly host: string;
  readonly port: number;
}

/** Connects and authenticates. Rejects with UnauthorizedError when a person has to confirm the key on the phone. */
export async function connectAdb(
  address: AdbAddress,
  credentialStore: AdbCredentialStore,
  timeoutMs: number,
): Promise<AdbLink> {
  let askedForKey = false;
  const { socket, ...connection } = openStreams(address, () => {
    askedForKey = true;
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  const limit = setTimeout(() => socket.destroy(), timeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('close', () => reject(new Error('no connection to the phone’s adb port')));
    });
    const transport = await Promise.race([
      AdbDaemonTransport.authenticate({
        serial: `${address.host}:${address.port}`,
        connection,
        credentialStore,
        // Tango 2.6.4 keeps one waiting chunk for each stream and drops it when the next arrives before it was
        // read (PushReadableStream). With delayed ack several chunks are in flight, and bytes are lost. Without
        // it the phone sends a chunk only after the previous one was acknowledged.
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
 * All phones' sockets are read into this one buffer; each read is parsed before the next one begins. A buffer for each
 * read triples the CPU of a pull (decision 070).
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
            // The reader has cancelled the stream already.
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
      // Header and payload go out in one segment.
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

/** Returns undefined when the bytes fit into the socket's buffer, else a promise for when there is room again. */
function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> | undefined {
  // Tango doesn't await each packet that it sends, so a rejection here would end the process. The reading side
  // reports that the connection has ended.
  if (socket.destroyed) return undefined;
  // The caller may reuse its buffer once this returns, so small messages are copied.
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
