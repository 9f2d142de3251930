import { connect } from 'node:net';
import {
  Adb,
  type AdbCredentialStore,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
} from '@yume-chan/adb';
import {
  type Consumable,
  type MaybeConsumable,
  ReadableStream,
  StructDeserializeStream,
  type WritableStream,
} from '@yume-chan/stream-extra';
import { socketStreams } from './socket-streams.ts';

const pieceLength = 64 * 1024;

const NO_KEYS: AdbCredentialStore = {
  generateKey: () => {
    throw new Error('the phone should not ask for a key');
  },
  *iterateKeys() {
    // A phone without authentication requests no key.
  },
};

/** Connects Tango to the phone's port, without an adb server. */
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

/** Pushes bytes with Tango alone, as a baseline for the agent's push. */
export async function pushByTango(port: number, bytes: Uint8Array, filename: string): Promise<void> {
  const adb = await connectTango(port);
  const sync = await adb.sync();
  let at = 0;
  try {
    const file = new ReadableStream<MaybeConsumable<Uint8Array>>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + pieceLength));
        at += pieceLength;
      },
    });
    await sync.write({ filename, permission: 0o644, file });
  } finally {
    await sync.dispose();
    await adb.close();
  }
}
