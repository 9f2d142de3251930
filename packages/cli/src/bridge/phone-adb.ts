// The phone as Tango's Adb, over a line of its own: for commands that need no local adb.
import { type BridgeStream, StreamRefusedError } from '@pocketfleet/adb-bridge';
import { CommandError } from '@pocketfleet/command-line';
import { Adb, AdbBanner, type AdbFeature, type AdbSocket, type AdbTransport } from '@yume-chan/adb';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import type { Account } from '../account.ts';
import { Line } from './line.ts';

const connectTimeoutMs = 30_000;

/** Runs the work and ends the line. Rejects with CommandError when the phone can't be reached. */
export async function withPhoneAdb<Result>(
  account: Account,
  phone: { id: string; tag: string },
  work: (adb: Adb) => Promise<Result>,
): Promise<Result> {
  const { promise: banner, resolve, reject } = Promise.withResolvers<string>();
  let lost = (_error: Error): void => undefined;
  const broken = new Promise<never>((_, fail) => {
    lost = fail;
  });
  broken.catch(() => undefined);
  const line = new Line(account, phone.id, {
    onOpen: (_target, reply) => reply.refuse('not a reverse of this bridge'),
    onUp: resolve,
    onDown: (reason) => lost(new CommandError('line_lost', `The line to ${phone.tag} was lost: ${reason}`)),
    onEnd: ({ exit, detail }) => {
      const error = new CommandError(exit, detail);
      reject(error);
      lost(error);
    },
  });
  const timer = setTimeout(
    () => reject(new CommandError('line_lost', `${phone.tag} could not be reached within 30 seconds.`)),
    connectTimeoutMs,
  );
  try {
    line.start();
    const adb = new Adb(transportOver(line, phone.tag, await banner));
    return await Promise.race([work(adb), broken]);
  } catch (error) {
    if (error instanceof StreamRefusedError) {
      throw new CommandError('refused', error.message || 'The phone refused the request.');
    }
    throw error;
  } finally {
    clearTimeout(timer);
    line.stop();
  }
}

function transportOver(line: Line, serial: string, banner: string): AdbTransport {
  const features = (/features=([^;]*)/.exec(banner)?.[1] ?? '').split(',') as AdbFeature[];
  const refuse = (): never => {
    throw new Error('reverse tunnels need "pocketfleet connect"');
  };
  return {
    serial,
    maxPayloadSize: 64 * 1024,
    banner: new AdbBanner('device', undefined, undefined, undefined, features),
    clientFeatures: features,
    disconnected: new Promise(() => undefined),
    connect: async (service) => toAdbSocket(await line.open(service.replace(/\0$/, '')), service),
    addReverseTunnel: refuse,
    removeReverseTunnel: () => undefined,
    clearReverseTunnels: () => undefined,
    close: () => undefined,
  };
}

function toAdbSocket(stream: BridgeStream, service: string): AdbSocket {
  const closed = new Promise<undefined>((resolve) => stream.onEnd(() => resolve(undefined)));
  const readable = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = await stream.read();
      if (bytes === null) controller.close();
      else controller.enqueue(bytes);
    },
    cancel: () => stream.close(),
  });
  const writable = new MaybeConsumable.WritableStream<Uint8Array>({
    async write(bytes) {
      if (!(await stream.write(bytes))) throw new Error('The phone has closed the connection.');
    },
    close: () => stream.end(),
    abort: () => stream.close(),
  });
  return { service, readable, writable, closed, close: () => stream.close() };
}
