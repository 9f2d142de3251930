import { connect } from 'node:net';
import {
  Adb,
  type AdbCredentialStore,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
} from '@yume-chan/adb';
import { type Consumable, StructDeserializeStream, type WritableStream } from '@yume-chan/stream-extra';
import { socketStreams } from './socket-streams.ts';

const NO_KEYS: AdbCredentialStore = {
  generateKey: () => {
    throw new Error('the phone should not ask for a key');
  },
  *iterateKeys() {
    // A phone without authentication never asks.
  },
};

/** Tango's own host, straight to the phone's port without an adb server. */
export async function connectTango(port: number): Promise<Adb> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const { readable, writable } = socketStreams(socket);
  const serializer = new AdbPacketSerializeStream();
  void serializer.readable
    .pipeTo(writable as unknown as WritableStream<Consumable<Uint8Array>>)
    .catch(() => undefined);
  const transport = await AdbDaemonTransport.authenticate({
    serial: `127.0.0.1:${port}`,
    connection: {
      readable: readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: serializer.writable,
    },
    credentialStore: NO_KEYS,
  });
  return new Adb(transport);
}
