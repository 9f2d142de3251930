// A line to a phone as the transport of Tango's Adb.
import { type BridgeStream, StreamRefusedError } from '@pocketfleet/adb-bridge';
import { Adb, AdbBanner, type AdbFeature, type AdbSocket } from '@yume-chan/adb';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import { ApiError } from '../api-error.ts';
import type { Line } from './line.ts';

export function createAdb(line: Line, serial: string, banner: string): Adb {
  const features = (/features=([^;]*)/.exec(banner)?.[1] ?? '').split(',') as AdbFeature[];
  const refuse = (): never => {
    throw new ApiError({ status: 0, code: 'service_refused', detail: 'Reverse tunnels need a local adb.' });
  };
  return new Adb({
    serial,
    maxPayloadSize: 64 * 1024,
    banner: new AdbBanner('device', undefined, undefined, undefined, features),
    clientFeatures: features,
    disconnected: new Promise(() => undefined),
    connect: async (service) => toAdbSocket(await openService(line, service.replace(/\0$/, '')), service),
    addReverseTunnel: refuse,
    removeReverseTunnel: () => undefined,
    clearReverseTunnels: () => undefined,
    close: () => undefined,
  });
}

/** Throws ApiError `service_refused` with the phone's or our reason. */
export async function openService(line: Line, service: string): Promise<BridgeStream> {
  return line.open(service).catch((cause: unknown) => {
    if (!(cause instanceof StreamRefusedError)) throw cause;
    const detail = cause.message || 'The phone refused the request.';
    throw new ApiError({ status: 0, code: line.isUp ? 'service_refused' : 'line_lost', detail, cause });
  });
}

export function readableOf(stream: BridgeStream): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = await stream.read();
      if (bytes !== null) controller.enqueue(bytes);
      else if (stream.reason === '') controller.close();
      else controller.error(new ApiError({ status: 0, code: 'line_lost', detail: stream.reason }));
    },
    cancel: () => stream.close(),
  });
}

function toAdbSocket(stream: BridgeStream, service: string): AdbSocket {
  const closed = new Promise<undefined>((resolve) => stream.onEnd(() => resolve(undefined)));
  const writable = new MaybeConsumable.WritableStream<Uint8Array>({
    async write(bytes) {
      if (!(await stream.write(bytes))) throw new Error('The phone has closed the connection.');
    },
    close: () => stream.end(),
    abort: () => stream.close(),
  });
  return { service, readable: readableOf(stream), writable, closed, close: () => stream.close() };
}
